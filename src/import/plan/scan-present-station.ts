import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type StationScan, scanStation } from '#src/import/scan/scan-station.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { ABSENCE_REMEDY, absentMusic } from '#src/station/folder/folder-absence.ts';

/**
 * Lists the station's audio, if the station is there.
 * @param records what is rendered
 * @throws {OperatorError} when the folder is missing, holds no music at all although some of it is in rotation, or
 * became another one meanwhile, as when its disk is unmounted: nothing may be withdrawn then
 */
export async function scanPresentStation(
  stationDir: string,
  records: Iterable<MediaRecord>,
): Promise<StationScan> {
  const before = await identityOf(stationDir);
  const scan = await scanStation(stationDir);
  const isSame = before === (await identityOf(stationDir));
  if (isSame && scan.files.some(({ kind }) => kind === 'track')) return scan;
  const tracks = [...records].filter(
    ({ kind, placements }) => kind === 'track' && placements.length > 0,
  ).length;
  if (tracks > 0) throw new OperatorError(absentMusic(stationDir, tracks), ABSENCE_REMEDY);
  return scan;
}

/** Another one when a disk was mounted or unmounted there. */
async function identityOf(stationDir: string): Promise<string> {
  const folders = [stationDir, join(stationDir, 'music')].map((path) =>
    stat(path).then(
      ({ dev, ino }) => `${dev} ${ino}`,
      () => 'none',
    ),
  );
  return (await Promise.all(folders)).join(', ');
}
