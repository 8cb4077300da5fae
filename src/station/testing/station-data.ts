import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type HeardEntry,
  type JournalEntry,
  journalDayFile,
  type ListenersEntry,
} from '#src/broadcast/journal/journal-entry.wire.ts';
import { fullTitle } from '#src/contract/full-title.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { slugOf } from '#src/contract/titles.ts';
import { type DataFolder, dataFolder } from '#src/platform/settings/data-folder.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { formatCatalogueLine } from '#src/station/catalogue/media-record.ts';

/** A DATA_DIR written as import and broadcast write it. */
export interface StationData extends AsyncDisposable {
  readonly folder: DataFolder;
  addMedia(...records: MediaRecord[]): Promise<void>;
  play(...entries: (JournalEntry | HeardEntry | ListenersEntry)[]): Promise<void>;
}

export async function createStationData(): Promise<StationData> {
  const root = await mkdtemp(join(tmpdir(), 'onde-data-'));
  // Tests of one process share it: letters that an earlier one named to the drawing library must not go.
  const fonts = join(tmpdir(), `onde-fonts-${process.pid}`);
  const folder = { ...dataFolder(root), fonts };
  await mkdir(folder.media, { recursive: true });
  await mkdir(folder.journal, { recursive: true });
  return {
    folder,
    addMedia: (...records) => appendFile(folder.catalogue, records.map(formatCatalogueLine).join('')),
    async play(...entries) {
      for (const entry of entries) {
        const file = join(folder.journal, journalDayFile(entry.startedMs));
        await appendFile(file, `${JSON.stringify(entry)}\n`);
      }
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** A rendered track of 3 minutes, placed in one stream. `number` makes its id. */
export function mediaRecord(
  number: number,
  artist: string,
  title: string,
  streamId: StreamId = 'dance',
  changes: Partial<MediaRecord> = {},
): MediaRecord {
  return {
    id: number.toString(16).padStart(32, '0'),
    kind: 'track',
    artist,
    title,
    slug: slugOf(fullTitle(artist, title)),
    frames: 6890,
    durationMs: 180_000,
    sizeBytes: 2_880_000,
    sourceLufs: -9.5,
    renderedLufs: -16,
    hasCover: false,
    addedMs: Date.UTC(2026, 10, 1) + number * 1000,
    placements: [
      {
        path: `music/${streamId}/${number}.mp3`,
        streamId,
        folder: '',
        sizeBytes: 1,
        modifiedMs: 0,
      },
    ],
    ...changes,
  };
}

export function journalEntry(record: MediaRecord, streamId: StreamId, startedMs: number): JournalEntry {
  const { id, kind, artist, title, slug, durationMs } = record;
  return { streamId, kind, id, artist, title, slug, startedMs, durationMs };
}
