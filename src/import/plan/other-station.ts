import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { StationChanges } from './station-changes.ts';

/**
 * Refuses a folder that takes more than half of the tracks in rotation off the air [W247].
 * @throws {OperatorError} which names the way to do it on purpose
 */
export function refuseOtherStation(
  stationDir: string,
  { gone, renamed }: Pick<StationChanges, 'gone' | 'renamed'>,
  records: Iterable<MediaRecord>,
): void {
  const tracks = [...records].filter(({ kind }) => kind === 'track').flatMap(({ placements }) => placements);
  const absent = tracks.filter(({ path }) => gone.has(path)).length;
  const moved = renamed.filter(({ kind }) => kind === 'track').length;
  if (absent - moved <= tracks.length / 2) return;
  throw new OperatorError(
    `${stationDir} lacks ${absent - moved} of the ${tracks.length} tracks in rotation: this import would take them off the air.`,
    'For the station that is there leave the folder out: STATION_DIR says where it is. For another one give it a DATA_DIR of its own; to put this folder in the place of what plays, add --replace.',
  );
}
