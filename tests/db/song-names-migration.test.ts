import { expect, test } from 'vitest';
import { foldArtist, foldText, slugOf } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { migrations } from '#src/db/migrations/migrations.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { NAMES_REST_MS } from '#src/records/drain/drain.ts';
import { openDrainedStation } from '../support/drained-station.ts';
import { falseCounts } from '../support/true-counts.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const logger = createLogger({ level: 'silent', part: 'test' });

/** The database as it stood before the migration. */
async function goBack(db: Database): Promise<void> {
  for (const table of ['song_names', 'renamed_media']) await db.schema.dropTable(table).execute();
  for (const index of [
    'votes_by_song',
    'comments_by_song',
    'diary_entries_by_song',
    'chart_entries_by_song',
    'favorite_artists_by_artist',
  ])
    await db.schema.dropIndex(index).execute();
  await db.schema.alterTable('media').dropColumn('slug').execute();
}

const migrate = (db: Database) =>
  db.transaction().execute(async (trx) => migrations(logger)['012-song-names']?.up(trx));

/** As the program before compared titles: without any mark. */
const oldFold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

async function addSong(db: Database, full: string, slug: string, artist = full.split(' - ')[0] ?? '') {
  const { id } = await db
    .insertInto('songs')
    .values({
      full_title: full,
      folded: oldFold(full),
      artist,
      artist_folded: oldFold(artist),
      title: full.slice(artist.length + 3),
      slug,
      added_ms: 1,
      first_played_ms: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addRecording(
  db: Database,
  songId: number,
  id: string,
  artist: string,
  title: string,
  playedMs: number,
) {
  const figures = { duration_ms: 1, size_bytes: 1, has_cover: 0 as const, source_lufs: 0, rendered_lufs: 0 };
  await db
    .insertInto('media')
    .values({ id, song_id: songId, kind: 'track', artist, title, added_ms: 1, ...figures })
    .execute();
  await db
    .insertInto('placements')
    .values({ path: id, media_id: id, stream_id: 'dance', folder: '' })
    .execute();
  await db
    .insertInto('plays')
    .values({ stream_id: 'dance', started_ms: playedMs, song_id: songId, media_id: id, duration_ms: 1 })
    .execute();
}

async function setUp() {
  const { stack, db, data, clock, newDrain } = await openDrainedStation(NOON_MS);
  const drain = newDrain();
  await goBack(db);
  return { db, data, clock, drain, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('titles are folded and addressed anew, and earlier addresses are kept', async () => {
  await using set = await setUp();
  const { db } = set;
  await addSong(db, '방탄 - 봄날', '방탄-봄날'.normalize('NFD'));
  await addSong(db, 'Zoé - Été', 'zoe-ete-2');
  await addSong(db, 'Цой - Мой', 'tsoi-moi');
  await addSong(db, 'लता - जा', 'लत-ज');
  await addSong(db, 'Foo - Bar - Baz', 'foo-bar-baz', 'Foo - Bar');
  await addSong(db, 'Moby feat. Gwen - South', 'moby-feat-gwen-south');
  await migrate(db);
  const songs = await db.selectFrom('songs').selectAll().orderBy('id').execute();
  for (const { folded, full_title, artist, artist_folded } of songs) {
    expect(folded).toBe(foldText(full_title));
    expect(artist_folded).toBe(foldArtist(artist));
  }
  expect(songs.map(({ slug }) => slug)).toEqual([
    slugOf('방탄 - 봄날'),
    'zoe-ete-2',
    'tsoi-moi',
    'लता-जा',
    'foo-bar-baz',
    'moby-feat-gwen-south',
  ]);
  expect(songs[4]).toMatchObject({ artist: 'Foo', title: 'Bar - Baz' });
  expect(songs[5]).toMatchObject({ artist: 'Moby feat. Gwen', artist_folded: 'moby' });
  const names = await db
    .selectFrom('song_names')
    .select(['kind', 'name', 'song_id'])
    .orderBy('song_id')
    .execute();
  expect(names).toEqual([
    { kind: 'slug', name: '방탄-봄날'.normalize('NFD'), song_id: songs[0]?.id },
    { kind: 'slug', name: 'लत-ज', song_id: songs[3]?.id },
  ]);
});

test('songs that were one by their marks alone are parted with their own plays', async () => {
  await using set = await setUp();
  const { db } = set;
  const song = await addSong(db, 'テスト - パパ', 'テスト-ハハ');
  await addRecording(db, song, 'a', 'テスト', 'パパ', 1);
  await addRecording(db, song, 'b', 'テスト', 'ハハ', 2);
  await addRecording(db, song, 'c', 'テスト', 'ハハ', 3);
  await migrate(db);
  // Nothing new, on the machine that has the music.
  await set.data.addMedia();
  await set.drain.run();
  set.clock.advance(NAMES_REST_MS);
  await set.drain.run();
  const songs = await db
    .selectFrom('songs')
    .select(['id', 'full_title', 'slug', 'play_count'])
    .orderBy('id')
    .execute();
  expect(songs).toMatchObject([
    { id: song, full_title: 'テスト - パパ', slug: 'テスト-パパ', play_count: 1 },
    { full_title: 'テスト - ハハ', play_count: 2 },
  ]);
  expect(await falseCounts(db)).toEqual([]);
});

test('hearts for an artist with guests and without are one, the earlier', async () => {
  await using set = await setUp();
  const { db } = set;
  const person = {
    email: 'z',
    email_folded: 'z',
    pseudo: 'z',
    pseudo_folded: 'z',
    created_ms: 1,
    activated_ms: 1,
  };
  await db
    .insertInto('users')
    .values({ id: 'zoe', ...person })
    .execute();
  const hearts = ['Moby feat. Gwen', 'Moby', 'Éole ft. X'].map((artist_name, at) => ({
    user_id: 'zoe',
    artist_folded: oldFold(artist_name),
    artist_name,
    added_ms: at,
  }));
  await db.insertInto('favorite_artists').values(hearts).execute();
  await migrate(db);
  const rows = await db
    .selectFrom('favorite_artists')
    .select(['artist_folded', 'artist_name'])
    .orderBy('artist_folded')
    .execute();
  expect(rows).toEqual([
    { artist_folded: 'eole', artist_name: 'Éole' },
    { artist_folded: 'moby', artist_name: 'Moby' },
  ]);
});
