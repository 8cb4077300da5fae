import { foldText, fullTitle } from '#src/contract/titles.ts';
import { encodeFlag } from '#src/db/codecs/flag.ts';
import type { Database } from '#src/db/database.ts';
import { earlierOf } from '#src/db/earlier-of.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';
import { freeSlug } from '#src/records/songs/free-slug.ts';
import { type MediaRecord, mediaRecordSchema } from '#src/station/catalogue/media-record.ts';
import type { LineSink } from './drain-file.ts';

/** The catalogue's lines as songs, media and placements; the last line of an id counts. */
export const catalogueSink: LineSink = {
  batchSize: 50,
  /** A catalogue made anew no longer names what has left it. */
  async start(trx) {
    await trx.deleteFrom('placements').execute();
  },
  async take(trx, lines) {
    const records = lastOf(parseJsonLines(lines, mediaRecordSchema), ({ id }) => id);
    if (records.length === 0) return;
    const songs = await saveSongs(
      trx,
      records.filter(({ kind }) => kind === 'track'),
    );
    await saveMedia(trx, records, songs);
    await savePlacements(trx, records);
    await saveStreams(trx, records, songs);
    await dropUnheard(trx, records, songs);
  },
};

type SongIds = ReadonlyMap<string, number>;

const foldedTitle = ({ artist, title }: MediaRecord) => foldText(fullTitle(artist, title));

function lastOf<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

/** Writes each record's song; gives the ids by folded title. */
async function saveSongs(trx: Database, tracks: readonly MediaRecord[]): Promise<SongIds> {
  const songs = lastOf(tracks, foldedTitle);
  if (songs.length === 0) return new Map();
  const slugs = await claimSlugs(trx, songs);
  const rows = await trx
    .insertInto('songs')
    .values(
      songs.map((record) => ({
        full_title: fullTitle(record.artist, record.title),
        folded: foldedTitle(record),
        artist: record.artist,
        artist_folded: foldText(record.artist),
        title: record.title,
        slug: slugs.get(foldedTitle(record)) ?? record.slug,
        added_ms: Math.round(record.addedMs),
        first_played_ms: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('folded').doUpdateSet((eb) => ({
        full_title: eb.ref('excluded.full_title'),
        artist: eb.ref('excluded.artist'),
        artist_folded: eb.ref('excluded.artist_folded'),
        title: eb.ref('excluded.title'),
        slug: eb.ref('excluded.slug'),
        added_ms: earlierOf(eb.ref('songs.added_ms'), eb.ref('excluded.added_ms')),
      })),
    )
    .returning(['id', 'folded'])
    .execute();
  return new Map(rows.map(({ id, folded }) => [folded, id]));
}

/**
 * The slug of each song, by folded title. The catalogue's slugs are those that broadcast shows: another song that has
 * one of them gets another.
 */
async function claimSlugs(
  trx: Database,
  songs: readonly MediaRecord[],
): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  const claimed = new Map<string, string>();
  const reserved = new Set(songs.map(({ slug }) => slug));
  for (const record of songs) {
    const isFree = !owners.has(record.slug);
    const slug = isFree ? record.slug : await freeSlug(trx, record.slug, reserved);
    reserved.add(slug);
    owners.set(slug, foldedTitle(record));
    claimed.set(foldedTitle(record), slug);
  }
  const holders = await trx
    .selectFrom('songs')
    .select(['id', 'slug', 'folded'])
    .where('slug', 'in', [...owners.keys()])
    .execute();
  for (const { id, slug, folded } of holders) {
    if (owners.get(slug) === folded) continue;
    const other = await freeSlug(trx, slug, reserved);
    await trx.updateTable('songs').set({ slug: other }).where('id', '=', id).execute();
  }
  return claimed;
}

async function saveMedia(trx: Database, records: readonly MediaRecord[], songs: SongIds): Promise<void> {
  await trx
    .insertInto('media')
    .values(
      records.map((record) => ({
        id: record.id,
        song_id: songIdOf(record, songs),
        kind: record.kind,
        artist: record.artist,
        title: record.title,
        duration_ms: record.durationMs,
        size_bytes: record.sizeBytes,
        has_cover: encodeFlag(record.hasCover),
        source_lufs: record.sourceLufs,
        rendered_lufs: record.renderedLufs,
        added_ms: Math.round(record.addedMs),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        song_id: eb.ref('excluded.song_id'),
        kind: eb.ref('excluded.kind'),
        artist: eb.ref('excluded.artist'),
        title: eb.ref('excluded.title'),
        duration_ms: eb.ref('excluded.duration_ms'),
        size_bytes: eb.ref('excluded.size_bytes'),
        has_cover: eb.ref('excluded.has_cover'),
        source_lufs: eb.ref('excluded.source_lufs'),
        rendered_lufs: eb.ref('excluded.rendered_lufs'),
      })),
    )
    .execute();
}

function songIdOf(record: MediaRecord, songs: SongIds): number | null {
  return record.kind === 'track' ? (songs.get(foldedTitle(record)) ?? null) : null;
}

async function savePlacements(trx: Database, records: readonly MediaRecord[]): Promise<void> {
  const placed = records.flatMap(({ id, placements }) =>
    placements.map(({ path, streamId, folder }) => ({ path, media_id: id, stream_id: streamId, folder })),
  );
  const rows = lastOf(placed, ({ path }) => path);
  await trx
    .deleteFrom('placements')
    .where(
      'media_id',
      'in',
      records.map(({ id }) => id),
    )
    .execute();
  if (rows.length === 0) return;
  await trx
    .deleteFrom('placements')
    .where(
      'path',
      'in',
      rows.map(({ path }) => path),
    )
    .execute();
  await trx.insertInto('placements').values(rows).execute();
}

/** Notes the song on each stream that one of its files is placed in. */
async function saveStreams(trx: Database, records: readonly MediaRecord[], songs: SongIds): Promise<void> {
  const rows = records.flatMap((record) => {
    const songId = songIdOf(record, songs);
    if (songId === null) return [];
    return record.placements.flatMap(({ streamId }) =>
      streamId === null
        ? []
        : [
            {
              stream_id: streamId,
              song_id: songId,
              added_ms: Math.round(record.addedMs),
              first_played_ms: null,
            },
          ],
    );
  });
  if (rows.length === 0) return;
  await trx
    .insertInto('stream_songs')
    .values(lastOf(rows, ({ stream_id, song_id }) => `${stream_id} ${song_id}`))
    .onConflict((conflict) =>
      conflict.columns(['stream_id', 'song_id']).doUpdateSet((eb) => ({
        added_ms: earlierOf(eb.ref('stream_songs.added_ms'), eb.ref('excluded.added_ms')),
      })),
    )
    .execute();
}

/** A song that left a stream's folder before its first play there never came to that stream. */
async function dropUnheard(trx: Database, records: readonly MediaRecord[], songs: SongIds): Promise<void> {
  const ids = [...new Set(records.flatMap((record) => songIdOf(record, songs) ?? []))];
  if (ids.length === 0) return;
  await trx
    .deleteFrom('stream_songs')
    .where('song_id', 'in', ids)
    .where('play_count', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('placements')
            .innerJoin('media', 'media.id', 'placements.media_id')
            .select('placements.path')
            .whereRef('media.song_id', '=', 'stream_songs.song_id')
            .whereRef('placements.stream_id', '=', 'stream_songs.stream_id'),
        ),
      ),
    )
    .execute();
}
