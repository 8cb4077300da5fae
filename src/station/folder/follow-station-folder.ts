import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { STREAM_IDS } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { isDoneWithin } from '#src/platform/scheduling/done-within.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { ABSENCE_REMEDY, FOLDER_NAMES, findAbsence, trackCounter } from './folder-absence.ts';

/** Time between two looks at a folder that is away: the system does not report a mount. */
const AWAY_LOOK_MS = 10_000;
/** At one that is there. */
const THERE_LOOK_MS = 30_000;
/** [W203] A look that takes longer is told of: a network disk may not answer for hours. */
const STATION_SILENT_MS = 30_000;
/** [W203] A start goes on without a folder that takes longer to answer. */
export const STATION_START_PATIENCE_MS = 2_000;

/** Whether the station folder is there, followed while the station runs. */
export interface StationFolderWatch extends AsyncDisposable {
  /** A sentence that says how it is absent; null while it is there. */
  readonly absence: string | null;
  /** Whether it has not answered since the start: it is absent, and whoever asks it waits. */
  readonly isSilent: boolean;
  /** Looks now and returns the absence. Never rejects. */
  look(): Promise<string | null>;
  /**
   * Calls back when the folder is there again, or when another disk or folder has replaced it: watches of its
   * files begin anew.
   */
  onReturn(callback: () => void): Disposable;
  /** Calls back at each look. */
  onLook(callback: () => void): Disposable;
}

/**
 * Follows the folder as a whole: whether it is there, and whether it is still the same. An absent folder is
 * not an empty one: it is reported, and what it held before stays in force. One that does not answer is absent until it
 * does, where nothing was read of it before.
 */
export async function followStationFolder(options: {
  stationDir: string;
  folder: DataFolder;
  clock: Clock;
  logger: Logger;
  /** For tests: another look. */
  find?: typeof findAbsence;
}): Promise<StationFolderWatch> {
  const { stationDir, folder, clock, logger, find = findAbsence } = options;
  const countTracks = trackCounter(folder);
  const onReturn = new Set<() => void>();
  const onLook = new Set<() => void>();
  let absence: string | null = null;
  let isSilent = false;
  let identity: Identity = new Map();
  let patienceMs = STATION_START_PATIENCE_MS;

  async function look(): Promise<void> {
    using silence = tellOfSilence({ stationDir, patienceMs, clock, logger });
    const found = await find(stationDir, folder, countTracks);
    const foundIdentity = found === null ? await identityOf(stationDir) : identity;
    silence.end();
    const before = { isAway: absence !== null, isTold: absence !== null && !isSilent, identity };
    absence = found;
    isSilent = false;
    identity = foundIdentity;
    if (absence !== null && !before.isTold) logger.error({ stationDir }, `${absence} ${ABSENCE_REMEDY}`);
    if (absence === null && before.isTold) logger.info({ stationDir }, 'the station folder is there again');
    if (absence === null && (before.isAway || isReplaced(before.identity, identity)))
      for (const callback of onReturn) callback();
    for (const callback of onLook) callback();
  }
  const looks = new SingleRun(() =>
    look().catch((error: unknown) =>
      logger.error(
        { err: error },
        'Onde could not look into the station folder: check its disk and its rights',
      ),
    ),
  );
  /** Looks once at a time: a disk that hangs is not asked again and again. */
  async function lookOnce(): Promise<string | null> {
    await looks.join();
    return absence;
  }
  if (!(await isDoneWithin(STATION_START_PATIENCE_MS, lookOnce(), clock))) {
    absence = `${stationDir} does not answer.`;
    isSilent = true;
  }
  patienceMs = STATION_SILENT_MS;
  let isOver = false;
  const pause = (): Disposable =>
    clock.after(absence === null ? THERE_LOOK_MS : AWAY_LOOK_MS, () => {
      void lookOnce().then(() => {
        if (!isOver) timer = pause();
      });
    });
  let timer = pause();

  return {
    get absence() {
      return absence;
    },
    get isSilent() {
      return isSilent;
    },
    look: lookOnce,
    onReturn: (callback) => subscribed(onReturn, callback),
    onLook: (callback) => subscribed(onLook, callback),
    async [Symbol.asyncDispose]() {
      isOver = true;
      timer[Symbol.dispose]();
      await looks[Symbol.asyncDispose]();
    },
  };
}

/** Says that the folder does not answer, where its answer takes long, and when it is there in the end. */
function tellOfSilence(options: { stationDir: string; patienceMs: number; clock: Clock; logger: Logger }) {
  const { stationDir, patienceMs, clock, logger } = options;
  let isTold = false;
  const timer = clock.after(patienceMs, () => {
    isTold = true;
    logger.error(
      { stationDir },
      'the station folder does not answer; what was read of it stays in force and what is rendered plays on: see to the disk or the network that it is on',
    );
  });
  return {
    end() {
      if (isTold) logger.info({ stationDir }, 'the station folder answers again');
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}

function subscribed(callbacks: Set<() => void>, callback: () => void): Disposable {
  callbacks.add(callback);
  return { [Symbol.dispose]: () => callbacks.delete(callback) };
}

type Identity = ReadonlyMap<string, string>;

/**
 * Returns device and inode of the folder, of each of its parts that is there and of the streams' music: any of them
 * may be a disk of its own.
 */
async function identityOf(stationDir: string): Promise<Identity> {
  const names = await readdir(stationDir).catch((): string[] => []);
  const parts = FOLDER_NAMES.filter((name) => names.includes(name));
  const streams = STREAM_IDS.map((id) => `music/${id}`);
  const paths = [stationDir, ...[...parts, ...streams].map((name) => join(stationDir, name))];
  const found = await Promise.all(
    paths.map(async (path) => {
      const there = await stat(path).catch(() => null);
      if (there !== null) return [[path, `${there.dev} ${there.ino}`] as const];
      // Of a disk behind a link that goes or is back no watch tells.
      const isLink = await lstat(path).then(
        () => true,
        () => false,
      );
      return isLink ? [[path, 'away'] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** Whether a part was replaced. Parts that come and go are seen by their own watches. */
function isReplaced(before: Identity, now: Identity): boolean {
  return [...before].some(([path, id]) => now.has(path) && now.get(path) !== id);
}
