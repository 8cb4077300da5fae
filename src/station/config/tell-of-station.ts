import type { Logger } from '#src/platform/log/logger.ts';
import type { StationFolderWatch } from '#src/station/folder/follow-station-folder.ts';
import { ProblemLog } from '#src/station/problem.ts';
import { findConfigProblems } from './config-problems.ts';
import type { StationConfigWatch } from './open-station-config.ts';

/**
 * Logs the problems of a good `station.yaml` (see findConfigProblems), and when they are mended, while the
 * file and the folder change.
 */
export async function tellOfStation(options: {
  stationDir: string;
  station: StationConfigWatch;
  stationFolder: StationFolderWatch;
  logger: Logger;
}): Promise<AsyncDisposable> {
  const { stationDir, station, stationFolder, logger } = options;
  const log = new ProblemLog(logger);
  async function look(): Promise<void> {
    if (stationFolder.absence !== null) return;
    const { current, lineOf } = station;
    log.tell(await findConfigProblems(stationDir, current, lineOf));
  }
  let looking = Promise.resolve();
  const lookAgain = () => {
    looking = looking
      .then(look)
      .catch((error: unknown) =>
        logger.error(
          { err: error },
          'Onde could not look for the folders and pictures that station.yaml names: check the station folder',
        ),
      );
  };
  await look();
  const watch = stationFolder.onLook(lookAgain);
  return {
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]();
      await looking;
    },
  };
}
