import type { Logger } from '#src/platform/log/logger.ts';
import type { StationFolderWatch } from '#src/station/folder/follow-station-folder.ts';
import { ProblemLog } from '#src/station/problem-log.ts';
import { findEqualNames } from './equal-names.ts';
import { findHoursProblems } from './hours-folder.ts';
import { findMissingNotice } from './missing-notice.ts';
import type { StationConfigWatch } from './open-station-config.ts';
import { findSlotProblems } from './slot-problems.ts';

/**
 * Logs streams of one name, the folders and pictures that a good `station.yaml` names and the station lacks, and a legal notice that it lacks,
 * while both change.
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
    log.tell([
      ...findEqualNames(current, lineOf),
      ...(await findHoursProblems(stationDir, current, lineOf)),
      ...(await findSlotProblems(stationDir, current, lineOf)),
      ...(await findMissingNotice(stationDir, current)),
    ]);
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
