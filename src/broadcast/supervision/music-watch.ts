import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { watchFolder } from '#src/platform/files/watch-folder.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { SOUND_PARTS, soundPartMeant } from '#src/station/folder/folder-absence.ts';
import type { StationFolderWatch } from '#src/station/folder/follow-station-folder.ts';
import { liesIn } from '#src/station/folder/open-regular-file.ts';

/** Time without changes after which a folder is read, and the longest wait for that during a long copy. */
const QUIET_MS = 1_500;
const PATIENCE_MS = 15_000;

/**
 * Calls back after audio files in the station folder were added, changed or removed, and when the folder was away and
 * is back.
 */
export function watchMusic(options: {
  stationDir: string;
  stationFolder: Pick<StationFolderWatch, 'look' | 'onReturn' | 'isSilent'>;
  clock: Clock;
  logger: Logger;
  onChange: () => void;
}): AsyncDisposable {
  const { stationFolder, clock, logger } = options;
  let firstMs: number | null = null;
  let timer: Disposable | null = null;
  const tell = () => {
    firstMs = null;
    timer = null;
    // Files that go with their disk are no change: an import would only say so again.
    void stationFolder.look().then((absence) => absence === null && options.onChange());
  };
  const touch = () => {
    firstMs ??= clock.monotonicMs();
    const leftMs = firstMs + PATIENCE_MS - clock.monotonicMs();
    timer?.[Symbol.dispose]();
    timer = clock.after(Math.max(0, Math.min(QUIET_MS, leftMs)), tell);
  };
  const circles = new Set<string>();
  /** Nothing tells of what is ignored, and an import names it. */
  const isCircle = (path: string) => {
    if (!leadsInCircles(path)) return false;
    if (!circles.has(path)) touch();
    circles.add(path);
    return true;
  };
  let misspelt: Disposable | null = null;
  function follow(): FSWatcher {
    const watcher = watch(
      SOUND_PARTS.map((name) => join(options.stationDir, name)),
      {
        ignoreInitial: true,
        ignorePermissionErrors: true,
        // Else folders with a tilde at their end count as copies of an editor.
        atomic: false,
        ignored: (path, stats) => stats?.isSymbolicLink() === true && isCircle(path),
      },
    );
    watcher.on('all', touch);
    misspelt?.[Symbol.dispose]();
    // An import tells of a folder like `Jingles`, once there is sound in it.
    misspelt = watchFolder(options.stationDir, (name) => {
      if (name === null || name.startsWith('.') || soundPartMeant(name) === null) return;
      watcher.add(join(options.stationDir, name));
      touch();
    });
    watcher.on('error', (error) => {
      // Links that lead to each other: the import names them.
      if (hasErrorCode(error, 'ELOOP')) return touch();
      logger.warn(
        { err: error },
        'Onde may miss new files in the station folder: run "onde import" after a change',
      );
    });
    return watcher;
  }
  let watcher = stationFolder.isSilent ? null : follow();
  let leaving: Promise<unknown> = Promise.resolve();
  const returning = stationFolder.onReturn(() => {
    leaving = Promise.all([leaving, watcher?.close()]);
    watcher = follow();
    touch();
  });
  return {
    async [Symbol.asyncDispose]() {
      returning[Symbol.dispose]();
      misspelt?.[Symbol.dispose]();
      timer?.[Symbol.dispose]();
      await Promise.all([leaving, watcher?.close()]);
    },
  };
}

/**
 * Whether a link leads to itself, or to a folder that it lies in: the import names it, and there is nothing to follow.
 * It is judged by its words: the disk that it leads to may not answer, and all streams would wait for that.
 */
function leadsInCircles(link: string): boolean {
  try {
    const above = dirname(link);
    const place = realpathSync(above);
    const target = resolve(place, readlinkSync(link));
    return target === join(place, basename(link)) || liesIn(place, target) || liesIn(above, target);
  } catch {
    return false;
  }
}
