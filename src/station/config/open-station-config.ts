import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#src/platform/clock/clock.ts';
import { errorCode } from '#src/platform/errors/error-code.ts';
import { watchFolder } from '#src/platform/files/watch-folder.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import { findAbsentFolder } from '#src/station/folder/folder-absence.ts';
import { LastGoodFiles } from '#src/station/last-good-files.ts';
import { ProblemLog, type StationProblem } from '#src/station/problem.ts';
import {
  checkStationText,
  readStationConfig,
  STATION_FILE,
  type StationReading,
} from './read-station-config.ts';
import { type StationConfig, stationConfig } from './station-config.ts';

/**
 * Time between two looks at a file that changes. An upload changes it again and again, so it is read when two
 * looks in a row have found it the same.
 */
const LOOK_EVERY_MS = 2_000;
/** Time between two looks at one that is at rest, where the system tells of changes. */
const REST_LOOK_MS = 10_000;

/**
 * `station.yaml` as it stands, followed while the station runs. A broken edit is logged and the last good one
 * stays.
 */
export interface StationConfigWatch extends AsyncDisposable {
  readonly current: StationConfig;
  /** The problems of the file as it is now; reminders alone when `current` is its whole content. */
  readonly problems: readonly StationProblem[];
  /** Returns the line of a value of `current` in the file. */
  lineOf(path: readonly PropertyKey[]): number | null;
  onChange(callback: (config: StationConfig) => void): Disposable;
}

/**
 * Opens and follows `station.yaml`. Each good version is kept in `lastGoodFolder`; a process that finds the file
 * broken, empty or gone starts on that version, or on the defaults without one. The file is looked at besides being
 * watched: that works on every kind of disk, and on one that is mounted later.
 */
export async function openStationConfig(options: {
  stationDir: string;
  lastGoodFolder: string;
  /** Whether the folder does not answer: the file is then read once it does. */
  isSilent?: boolean;
  clock: Clock;
  logger: Logger;
}): Promise<StationConfigWatch> {
  const { stationDir, isSilent = false, clock, logger } = options;
  const path = join(stationDir, STATION_FILE);
  const lastGood = new LastGoodFiles(options.lastGoodFolder, logger);
  const problems = new ProblemLog(logger);
  const kept = await lastGood.read(STATION_FILE);
  let reading = kept === null ? null : checkStationText(kept);
  let good = reading?.config ?? null;
  let current = good ?? stationConfig({});
  /** Null until it could be read. */
  let taken: string | null = null;
  const callbacks = new Set<(config: StationConfig) => void>();
  let isOpen = false;
  if (!isSilent) await take(await stampOf(path));
  isOpen = true;

  async function take(stamp: string): Promise<void> {
    taken = null;
    const next = await readStationConfig(stationDir, reading);
    if (!next.isPassing) taken = stamp;
    // The watch of the station folder reports an absent folder.
    if (next.isGone && (await findAbsentFolder(stationDir)) !== null) return;
    if (next.isGone && good === null) return problems.tell([]);
    problems.tell(next.problems, consequenceOf(next, good));
    if (next.config === null || next.text === null) return;
    await lastGood.keep(STATION_FILE, next.text);
    reading = next;
    good = next.config;
    if (JSON.stringify(good) === JSON.stringify(current)) return;
    current = good;
    if (isOpen) logger.info('station.yaml is in force');
    for (const callback of callbacks) callback(current);
  }

  let seen: string | null = taken;
  async function look(): Promise<void> {
    const stamp = await stampOf(path);
    const isUnchanged = stamp === seen;
    seen = stamp;
    if (stamp !== taken && isUnchanged) await take(stamp);
  }
  const looks = new SingleRun(() =>
    look().catch((error: unknown) =>
      logger.error(
        { err: error },
        'Onde could not read station.yaml; the last good one stays in force: check its disk and its rights',
      ),
    ),
  );
  let isTold = false;
  let isOver = false;
  // To ask a silent disk for a watch has the whole process wait.
  const watcher = isSilent
    ? null
    : watchFolder(stationDir, (name) => {
        if (isTold || isOver || (name !== null && name !== STATION_FILE)) return;
        isTold = true;
        timer[Symbol.dispose]();
        timer = pause();
      });
  let timer = pause();

  /** Until the next look. */
  function pause(): Disposable {
    const isAtRest = watcher !== null && taken !== null && seen === taken && !isTold;
    return clock.after(isAtRest ? REST_LOOK_MS : LOOK_EVERY_MS, () => {
      isTold = false;
      void looks.join().then(() => {
        timer[Symbol.dispose]();
        if (!isOver) timer = pause();
      });
    });
  }

  return {
    get current() {
      return current;
    },
    get problems() {
      return problems.current;
    },
    lineOf: (path) => reading?.lineOf(path) ?? null,
    onChange(callback) {
      callbacks.add(callback);
      return { [Symbol.dispose]: () => callbacks.delete(callback) };
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      watcher?.[Symbol.dispose]();
      timer[Symbol.dispose]();
      await looks[Symbol.asyncDispose]();
    },
  };
}

function consequenceOf({ config }: StationReading, good: StationConfig | null): string {
  if (config !== null) return ' (left out; the rest is in force)';
  return good
    ? ' (the last good version stays in force)'
    : ' (there has been no good version: the built-in defaults are in force)';
}

/** Returns a stamp that changes whenever the file does. */
function stampOf(path: string): Promise<string> {
  return stat(path).then(
    ({ dev, ino, size, mtimeMs, ctimeMs }) => `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`,
    (error: unknown) => errorCode(error) ?? 'none',
  );
}
