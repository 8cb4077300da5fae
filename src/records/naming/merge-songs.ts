import type { Database } from '#src/db/database.ts';
import { movePlays } from './move-plays.ts';
import { recountSong } from './recount-song.ts';

/**
 * Makes two songs one: all that `from` has is `into`'s, and `from` is gone. Of what a member gave both, a vote in one
 * week or a heart, the earlier stays.
 */
export async function mergeSongs(trx: Database, from: number, into: number): Promise<void> {
  await movePlays(trx, { from, into, media: null });
  await mergeVotes(trx, from, into);
  await mergeHearts(trx, from, into);
  for (const table of ['comments', 'diary_entries', 'chart_entries', 'media', 'song_names'] as const)
    await trx.updateTable(table).set({ song_id: into }).where('song_id', '=', from).execute();
  const { added_ms } = await trx
    .selectFrom('songs')
    .select(({ fn }) => fn.min('added_ms').as('added_ms'))
    .where('id', 'in', [from, into])
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('songs')
    .set({ added_ms: Number(added_ms) })
    .where('id', '=', into)
    .execute();
  await trx.deleteFrom('songs').where('id', '=', from).execute();
  await recountSong(trx, into);
}

async function mergeVotes(trx: Database, from: number, into: number): Promise<void> {
  const votesOf = (songId: number) =>
    trx.selectFrom('votes').select(['user_id', 'week', 'voted_ms']).where('song_id', '=', songId).execute();
  const kept = new Map((await votesOf(into)).map((vote) => [`${vote.user_id} ${vote.week}`, vote]));
  for (const { user_id, week, voted_ms } of await votesOf(from)) {
    const other = kept.get(`${user_id} ${week}`);
    if (other === undefined) continue;
    await trx
      .deleteFrom('votes')
      .where('user_id', '=', user_id)
      .where('week', '=', week)
      .where('song_id', '=', other.voted_ms <= voted_ms ? from : into)
      .execute();
  }
  await trx.updateTable('votes').set({ song_id: into }).where('song_id', '=', from).execute();
}

async function mergeHearts(trx: Database, from: number, into: number): Promise<void> {
  const heartsOf = (songId: number) =>
    trx
      .selectFrom('favorite_tracks')
      .select(['id', 'user_id', 'added_ms'])
      .where('song_id', '=', songId)
      .execute();
  const kept = new Map((await heartsOf(into)).map((heart) => [heart.user_id, heart]));
  for (const { id, user_id, added_ms } of await heartsOf(from)) {
    const other = kept.get(user_id);
    if (other === undefined) continue;
    await trx
      .deleteFrom('favorite_tracks')
      .where('id', '=', other.added_ms <= added_ms ? id : other.id)
      .execute();
  }
  await trx.updateTable('favorite_tracks').set({ song_id: into }).where('song_id', '=', from).execute();
}
