import { fullTitle, splitFullTitle } from '#src/contract/full-title.ts';
import { foldArtist, foldText } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { encodeFlag } from '#src/db/schema/music-tables.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';
import { placeSongs } from '#src/records/naming/place-songs.ts';
import { type FormerName, rememberNames } from '#src/records/songs/song-names.ts';
import { type MediaRecord, mediaRecordSchema } from '#src/station/catalogue/media-record.ts';
import type { LineSink } from './drain-file.ts';

/**
 * The catalogue's lines as recordings and placements; the last line of an id counts. A recording that is new, or has
 * other names than its song, is noted down: songs are named once the whole catalogue is read.
 */
export const catalogueSink: LineSink = {
  batchSize: 50,
  /** A catalogue made anew no longer names what has left it. */
  async start(trx) {
    await trx.deleteFrom('placements').execute();
  },
  async take(trx, lines) {
    const all = parseJsonLines(lines, mediaRecordSchema);
    const records = lastOf(all, ({ id }) => id);
    if (records.length === 0) return;
    const known = await knownMedia(trx, records);
    await rememberPassing(trx, all, known);
    await saveMedia(trx, records);
    await noteRenamed(trx, records, known);
    await savePlacements(trx, records);
    await placeSongs(trx, [...new Set(Array.from(known.values(), ({ song_id }) => song_id))]);
  },
};

function lastOf<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

/** A recording that has a song, with the names that it had so far and those of the song. */
interface KnownMedia {
  readonly song_id: number;
  readonly artist: string;
  readonly title: string;
  readonly slug: string;
  readonly song_title: string;
  readonly song_slug: string;
}

async function knownMedia(
  trx: Database,
  records: readonly MediaRecord[],
): Promise<ReadonlyMap<string, KnownMedia>> {
  const rows = await trx
    .selectFrom('media')
    .innerJoin('songs', 'songs.id', 'media.song_id')
    .select([
      'media.id',
      'songs.id as song_id',
      'media.artist',
      'media.title',
      'media.slug',
      'songs.full_title as song_title',
      'songs.slug as song_slug',
    ])
    .where(
      'media.id',
      'in',
      records.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Makes names that a recording had only for a while, before its song could take them over, lead to that song too. */
async function rememberPassing(
  trx: Database,
  lines: readonly MediaRecord[],
  known: ReadonlyMap<string, KnownMedia>,
): Promise<void> {
  const passing: FormerName[] = [];
  for (const [id, ofRecording] of Map.groupBy(lines, (line) => line.id)) {
    const before = known.get(id);
    const last = ofRecording.at(-1);
    if (before === undefined || last === undefined) continue;
    const { song_id, song_title, song_slug } = before;
    for (const { artist, title, slug } of [before, ...ofRecording]) {
      const full = fullTitle(artist, title);
      const artist_folded = foldArtist(splitFullTitle(full).artist);
      if (full !== song_title && full !== fullTitle(last.artist, last.title))
        passing.push({ kind: 'title', name: foldText(full), song_id, artist_folded });
      if (slug !== song_slug && slug !== last.slug && slug !== '')
        passing.push({ kind: 'slug', name: slug, song_id, artist_folded: '' });
    }
  }
  await rememberNames(trx, passing);
}

async function saveMedia(trx: Database, records: readonly MediaRecord[]): Promise<void> {
  await trx
    .insertInto('media')
    .values(
      records.map((record) => ({
        id: record.id,
        song_id: null,
        kind: record.kind,
        artist: record.artist,
        title: record.title,
        slug: record.slug,
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
        // What is no track any more is of no song.
        song_id: eb
          .case()
          .when(eb.ref('excluded.kind'), '=', 'track')
          .then(eb.ref('media.song_id'))
          .else(null)
          .end(),
        kind: eb.ref('excluded.kind'),
        artist: eb.ref('excluded.artist'),
        title: eb.ref('excluded.title'),
        slug: eb.ref('excluded.slug'),
        duration_ms: eb.ref('excluded.duration_ms'),
        size_bytes: eb.ref('excluded.size_bytes'),
        has_cover: eb.ref('excluded.has_cover'),
        source_lufs: eb.ref('excluded.source_lufs'),
        rendered_lufs: eb.ref('excluded.rendered_lufs'),
      })),
    )
    .execute();
}

async function noteRenamed(
  trx: Database,
  records: readonly MediaRecord[],
  known: ReadonlyMap<string, KnownMedia>,
): Promise<void> {
  const renamed = records.filter(({ id, kind, artist, title, slug }) => {
    const song = known.get(id);
    const isNamed = song?.song_title === fullTitle(artist, title) && song.song_slug === slug;
    return kind === 'track' && !isNamed;
  });
  if (renamed.length === 0) return;
  await trx
    .insertInto('renamed_media')
    .values(renamed.map(({ id }) => ({ media_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
