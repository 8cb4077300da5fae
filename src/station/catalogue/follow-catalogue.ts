import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { watchFolder } from '#src/platform/files/watch-folder.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { CatalogueTail } from './catalogue-tail.ts';
import type { MediaRecord } from './media-record.ts';

/** Time between two looks where the system tells of changes: some file systems report none all the same. */
const WATCHED_POLL_MS = 30_000;
/** Time between two looks where the system refuses a watch. */
const POLL_MS = 5_000;

export interface FollowedCatalogue extends AsyncDisposable {
  /** All rendered audio by id; kept up to date. */
  readonly records: ReadonlyMap<string, MediaRecord>;
}

export interface FollowOptions {
  clock?: Clock;
  /** Called when a read failed; the next one tries again. */
  onError?: (error: unknown) => void;
  /** Called when a bad spot of the disk cost the records of it at the start. */
  onLost?: (error: unknown) => void;
}

/**
 * Reads the catalogue and keeps following it until disposed. `onChange` gets every record that is new or different,
 * when `records` already has it, but not those that are there at the start. A record without placements has left the
 * rotation.
 */
export async function followCatalogue(
  folder: DataFolder,
  onChange: (changed: MediaRecord[]) => void,
  { clock = systemClock, onError = () => {}, onLost = () => {} }: FollowOptions = {},
): Promise<FollowedCatalogue> {
  await mkdir(folder.media, { recursive: true });
  const tail = new CatalogueTail(folder.catalogue);
  let isOpen = false;
  const readings = new SingleRun(async () => {
    try {
      const changed = await tail.read();
      if (isOpen && changed.length > 0 && !readings.isStopped) onChange(changed);
    } catch (error) {
      if (!isOpen) throw error;
      onError(error);
    }
  });
  const refresh = () => void readings.run().catch(() => {});

  const watcher = watchFolder(folder.media, (file) => {
    if (file === null || file === basename(folder.catalogue)) refresh();
  });
  const poll = clock.every(watcher === null ? POLL_MS : WATCHED_POLL_MS, refresh);
  const followed = {
    records: tail.records,
    async [Symbol.asyncDispose]() {
      watcher?.[Symbol.dispose]();
      poll[Symbol.dispose]();
      await readings[Symbol.asyncDispose]();
      await tail[Symbol.asyncDispose]();
    },
  };
  try {
    await readings.run();
  } catch (error) {
    await followed[Symbol.asyncDispose]();
    throw error;
  }
  isOpen = true;
  if (tail.fault !== null) onLost(tail.fault);
  return followed;
}
