import {
  type HeardEntry,
  heardEntrySchema,
  type JournalEntry,
  journalEntrySchema,
} from '#src/broadcast/journal/journal-entry.wire.ts';
import { fullTitle, splitFullTitle } from '#src/contract/full-title.ts';
import { foldArtist, foldText, isSlugOf, slugOf } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { earlierOf, laterOf } from '#src/db/engine.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';
import { CATALOGUE_NAME } from '#src/platform/settings/data-folder.ts';
import { countInCharts } from '#src/records/charts/chart-counts.ts';
import { takeListenerHours, takeListening } from '#src/records/listening/listening.ts';
import { findFormerSong, freeSlug } from '#src/records/songs/song-names.ts';
import { holdFile, type LineSink } from './drain-file.ts';

/** [W215] A clock that shows an earlier year has not been set yet: this program is younger. */
const CLOCK_YEAR_MIN = 2020;
const CLOCK_MS_MIN = Date.UTC(CLOCK_YEAR_MIN, 0);

/**
 * The journal's lines as plays, with each song's count and first play, as listening, as what
 * pieces were heard by and as hours of listeners. An entry that is already there changes nothing.
 */
export const journalSink: LineSink = {
  batchSize: 100,
  start: async () => {},
  async take(trx, lines) {
    await takeListening(trx, lines);
    await takeHeardPieces(trx, lines);
    await takeListenerHours(trx, lines);
    const tracks = parseJsonLines(lines, journalEntrySchema).filter(
      ({ kind, startedMs }) => kind === 'track' && startedMs >= CLOCK_MS_MIN,
    );
    if (tracks.length === 0) return;
    // A play belongs to its recording's song: no recording parts between the look and the row.
    await holdFile(trx, CATALOGUE_NAME);
    const songOf = await findSongs(trx, tracks);
    const rows = new Map(
      tracks.map((entry) => [
        `${entry.streamId} ${entry.startedMs}`,
        {
          stream_id: entry.streamId,
          started_ms: Math.round(entry.startedMs),
          song_id: songOf(entry),
          media_id: entry.id,
          duration_ms: entry.durationMs,
        },
      ]),
    );
    const added = await trx
      .insertInto('plays')
      .values([...rows.values()])
      .onConflict((conflict) => conflict.columns(['stream_id', 'started_ms']).doNothing())
      .returning(['stream_id', 'song_id', 'started_ms'])
      .execute();
    await countPlays(trx, added);
    await countInCharts(trx, added);
  },
};

/** The song of each entry: its recording's, else the one that has or had its title, else a new one. */
async function findSongs(
  trx: Database,
  entries: readonly JournalEntry[],
): Promise<(entry: JournalEntry) => number> {
  const media = await trx
    .selectFrom('media')
    .select(['id', 'song_id'])
    .where('id', 'in', [...new Set(entries.map(({ id }) => id))])
    .execute();
  const songs = new Map<string, number>();
  for (const { id, song_id } of media) if (song_id !== null) songs.set(id, song_id);
  for (const entry of entries) if (!songs.has(entry.id)) songs.set(entry.id, await findOrAddSong(trx, entry));
  return ({ id }) => {
    const song = songs.get(id);
    if (song === undefined) throw new Error(`No song for media ${id}.`);
    return song;
  };
}

async function findOrAddSong(
  trx: Database,
  { artist, title, slug, startedMs }: JournalEntry,
): Promise<number> {
  const full = fullTitle(artist, title);
  const folded = foldText(full);
  const known = await trx.selectFrom('songs').select('id').where('folded', '=', folded).executeTakeFirst();
  const song = known?.id ?? (await findFormerSong(trx, 'title', folded));
  if (song !== null) return song;
  const names = splitFullTitle(full);
  const added = await trx
    .insertInto('songs')
    .values({
      full_title: full,
      folded,
      ...names,
      artist_folded: foldArtist(names.artist),
      slug: await freeSlug(trx, isSlugOf(slug, full) ? slug : slugOf(full)),
      added_ms: Math.round(startedMs),
      first_played_ms: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

interface AddedPlay {
  stream_id: JournalEntry['streamId'];
  song_id: number;
  started_ms: number;
}

/** In the order of the songs, so that two processes never wait for each other in a circle. */
async function countPlays(trx: Database, plays: readonly AddedPlay[]): Promise<void> {
  const bySong = Map.groupBy(plays, ({ song_id }) => song_id);
  for (const [songId, ofSong] of [...bySong].sort(([a], [b]) => a - b)) {
    const firstMs = Math.min(...ofSong.map(({ started_ms }) => started_ms));
    await trx
      .updateTable('songs')
      .set((eb) => ({
        play_count: eb('play_count', '+', ofSong.length),
        first_played_ms: earlierOf(eb.ref('first_played_ms'), firstMs),
      }))
      .where('id', '=', songId)
      .execute();
    for (const [streamId, onStream] of Map.groupBy(ofSong, ({ stream_id }) => stream_id)) {
      const streamFirstMs = Math.min(...onStream.map(({ started_ms }) => started_ms));
      await trx
        .insertInto('stream_songs')
        .values({
          stream_id: streamId,
          song_id: songId,
          added_ms: streamFirstMs,
          first_played_ms: streamFirstMs,
          play_count: onStream.length,
        })
        .onConflict((conflict) =>
          conflict.columns(['stream_id', 'song_id']).doUpdateSet((eb) => ({
            play_count: eb('stream_songs.play_count', '+', onStream.length),
            first_played_ms: earlierOf(eb.ref('stream_songs.first_played_ms'), streamFirstMs),
          })),
        )
        .execute();
    }
  }
}

/** Figures of a row that a later line may only raise. */
const FIGURES = [
  'ended_ms',
  'guest_listeners',
  'guest_whole',
  'guest_sent_ms',
  'member_listeners',
  'member_whole',
  'member_sent_ms',
] as const;

/**
 * Takes the journal's lines about what pieces were heard by [R175]. Of several lines about one piece the largest
 * figures stay, so that a line which is already there changes nothing.
 */
async function takeHeardPieces(trx: Database, lines: readonly string[]): Promise<void> {
  const rows = new Map<string, ReturnType<typeof rowOf>>();
  for (const entry of parseJsonLines(lines, heardEntrySchema)) {
    const row = rowOf(entry);
    const key = `${row.stream_id} ${row.started_ms} ${row.media_id} ${row.from_ms}`;
    const before = rows.get(key);
    if (before) for (const figure of FIGURES) row[figure] = Math.max(row[figure], before[figure]);
    rows.set(key, row);
  }
  if (rows.size === 0) return;
  await trx
    .insertInto('heard_pieces')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict.columns(['stream_id', 'started_ms', 'media_id', 'from_ms']).doUpdateSet((eb) => ({
        ended_ms: laterOf(eb.ref('excluded.ended_ms'), eb.ref('heard_pieces.ended_ms')),
        guest_listeners: laterOf(eb.ref('excluded.guest_listeners'), eb.ref('heard_pieces.guest_listeners')),
        guest_whole: laterOf(eb.ref('excluded.guest_whole'), eb.ref('heard_pieces.guest_whole')),
        guest_sent_ms: laterOf(eb.ref('excluded.guest_sent_ms'), eb.ref('heard_pieces.guest_sent_ms')),
        member_listeners: laterOf(
          eb.ref('excluded.member_listeners'),
          eb.ref('heard_pieces.member_listeners'),
        ),
        member_whole: laterOf(eb.ref('excluded.member_whole'), eb.ref('heard_pieces.member_whole')),
        member_sent_ms: laterOf(eb.ref('excluded.member_sent_ms'), eb.ref('heard_pieces.member_sent_ms')),
      })),
    )
    .execute();
}

function rowOf({ streamId, piece, id, startedMs, fromMs, endedMs, guest, member }: HeardEntry) {
  return {
    stream_id: streamId,
    started_ms: Math.round(startedMs),
    media_id: id,
    from_ms: Math.round(fromMs),
    kind: piece,
    ended_ms: Math.round(endedMs),
    guest_listeners: guest?.listeners ?? 0,
    guest_whole: guest?.whole ?? 0,
    guest_sent_ms: Math.round(guest?.sentMs ?? 0),
    member_listeners: member?.listeners ?? 0,
    member_whole: member?.whole ?? 0,
    member_sent_ms: Math.round(member?.sentMs ?? 0),
  };
}
