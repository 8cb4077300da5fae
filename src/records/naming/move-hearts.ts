import { mainArtist } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { findPresentArtist } from '#src/records/songs/song-names.ts';

/**
 * Members' hearts follow an artist whose name was corrected: once nothing in rotation is by that name any more, and all
 * that was has become one other artist's [R129].
 */
export async function moveHearts(trx: Database, formerArtists: ReadonlySet<string>): Promise<void> {
  const names = [...formerArtists].filter((name) => name !== '');
  if (names.length === 0) return;
  const loved = await trx
    .selectFrom('favorite_artists')
    .select('artist_folded')
    .distinct()
    .where('artist_folded', 'in', names)
    .orderBy('artist_folded')
    .execute();
  for (const { artist_folded: former } of loved) {
    if (await isInRotation(trx, former)) continue;
    const present = await findPresentArtist(trx, former);
    if (present === null || present === '') continue;
    const { artist } = await trx
      .selectFrom('songs')
      .select('artist')
      .where('artist_folded', '=', present)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const hearts = await trx
      .deleteFrom('favorite_artists')
      .where('artist_folded', '=', former)
      .returning(['user_id', 'added_ms'])
      .execute();
    for (const { user_id, added_ms } of hearts)
      await trx
        .insertInto('favorite_artists')
        .values({ user_id, artist_folded: present, artist_name: mainArtist(artist), added_ms })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}

async function isInRotation(trx: Database, artistFolded: string): Promise<boolean> {
  const song = await trx
    .selectFrom('songs')
    .innerJoin('media', 'media.song_id', 'songs.id')
    .innerJoin('placements', 'placements.media_id', 'media.id')
    .select('songs.id')
    .where('songs.artist_folded', '=', artistFolded)
    .limit(1)
    .executeTakeFirst();
  return song !== undefined;
}
