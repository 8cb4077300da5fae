import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { isDoneWithin } from '#src/platform/scheduling/done-within.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import {
  STATION_START_PATIENCE_MS,
  type StationFolderWatch,
} from '#src/station/folder/follow-station-folder.ts';
import { ProblemLog } from '#src/station/problem.ts';
import { findConfigProblems } from './config-problems.ts';
import type { StationConfigWatch } from './open-station-config.ts';

/**
 * Logs the problems of a good `station.yaml` (see findConfigProblems), and when they are mended, while the
 * file and the folder change. A disk inside of the folder that does not answer keeps nobody waiting [W203].
 */
export async function tellOfStation(options: {
  stationDir: string;
  station: Pick<StationConfigWatch, 'current' | 'lineOf'>;
  stationFolder: Pick<StationFolderWatch, 'absence' | 'onLook'>;
  clock: Pick<Clock, 'after'>;
  logger: Logger;
  /** For tests: another look. */
  find?: typeof findConfigProblems;
}): Promise<Disposable> {
  const { stationDir, station, stationFolder, clock, logger, find = findConfigProblems } = options;
  const log = new ProblemLog(logger);
  async function look(): Promise<void> {
    if (stationFolder.absence !== null) return;
    const { current, lineOf } = station;
    log.tell(await find(stationDir, current, lineOf));
  }
  const looks = new SingleRun(() =>
    look().catch((error: unknown) =>
      logger.error(
        { err: error },
        'Onde could not look for the folders and pictures that station.yaml names: check the station folder',
      ),
    ),
  );
  await isDoneWithin(STATION_START_PATIENCE_MS, looks.run(), clock);
  const watch = stationFolder.onLook(() => void looks.run());
  return {
    // A look under way is not waited for: its disk may not answer.
    [Symbol.dispose]() {
      watch[Symbol.dispose]();
      looks.stop();
    },
  };
}
