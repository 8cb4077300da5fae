import {
  isLasting,
  isOfToday,
  type RejectedEntry,
  type RejectedFiles,
} from '#src/import/rejected/rejected-files.ts';
import type { StationScan } from '#src/import/scan/scan-station.ts';
import type { SourceFile } from '#src/import/scan/source-file.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import {
  FIRST_RENDERING,
  type MediaRecord,
  type Placement,
  RENDERING,
} from '#src/station/catalogue/media-record.ts';

export interface StationChanges {
  unchanged: number;
  /** Files known to be unusable as they are. */
  rejected: RejectedEntry[];
  /** Files on the air whose size and time are as they were, but which have changed in some way since. */
  touched: { record: MediaRecord; file: SourceFile }[];
  /** New or changed files. */
  fresh: SourceFile[];
  /** New files with the size and time of one that is gone. */
  renamed: SourceFile[];
  /** Unchanged files beside which lies another picture than their cover. */
  repictured: { record: MediaRecord; file: SourceFile }[];
  /** Unchanged files whose audio was rendered in an earlier way, one of each recording. */
  outdated: { record: MediaRecord; file: SourceFile }[];
  /** Paths in the catalogue that have no file any more. */
  gone: Set<string>;
}

/**
 * Finds what has changed in the station folder since the catalogue was written, by path, size and time alone.
 * `isRendered` says whether a record's audio is still there, whole, `isSeen` whether a file was looked into as it is.
 */
export function findChanges(
  { files, unlisted }: Pick<StationScan, 'files' | 'unlisted'>,
  records: Iterable<MediaRecord>,
  rejected: Pick<RejectedFiles, 'find'>,
  isRendered: (record: MediaRecord) => boolean,
  isSeen: (file: SourceFile) => boolean = () => true,
): StationChanges {
  const changes: StationChanges = {
    unchanged: 0,
    rejected: [],
    touched: [],
    fresh: [],
    renamed: [],
    repictured: [],
    outdated: [],
    gone: new Set(),
  };
  const paths = new Set(files.map((file) => file.path));
  const known = new Map<string, { placement: Placement; record: MediaRecord }>();
  const looked = new Map<string, { record: MediaRecord; file: SourceFile }>();
  const goneStamps = new Set<string>();
  for (const record of records) {
    for (const placement of record.placements) {
      if (isRendered(record)) known.set(placement.path, { placement, record });
      if (paths.has(placement.path) || unlisted.some((path) => isBelow(placement.path, path))) continue;
      changes.gone.add(placement.path);
      goneStamps.add(stampOf(placement));
    }
  }
  for (const file of files) {
    const before = known.get(file.path);
    const found = rejected.find(file);
    const refused = found !== null && isOfToday(found) ? found : null;
    if (before && stampOf(before.placement) === stampOf(file)) {
      changes.unchanged += 1;
      const { record } = before;
      if (!isSeen(file)) changes.touched.push({ record, file });
      const first = looked.get(record.id);
      if (first) {
        // Of several with the same sound the first counts beside which there is a picture.
        if (!first.file.picture && file.picture) looked.set(record.id, { record, file });
        continue;
      }
      looked.set(record.id, { record, file });
      const isOutdated = (record.rendering ?? FIRST_RENDERING) < RENDERING;
      if (isOutdated && refused?.reason !== 'not-renewed') changes.outdated.push({ record, file });
    } else if (refused && isLasting(refused) && isSeen(file)) changes.rejected.push(refused);
    else if (goneStamps.has(stampOf(file))) changes.renamed.push(file);
    else changes.fresh.push(file);
  }
  for (const { record, file } of looked.values()) {
    // The picture may lie beside one that is out of reach.
    const isSure =
      file.picture || record.placements.every(({ path }) => paths.has(path) || changes.gone.has(path));
    if (isSure && hasOtherPicture(record, file)) changes.repictured.push({ record, file });
  }
  return changes;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * Whether another picture than the cover lies beside a file. A picture inside the sound needs none beside it.
 */
function hasOtherPicture({ hasCover, folderPicture = null }: MediaRecord, { picture }: SourceFile): boolean {
  const isItsOwn = hasCover && folderPicture === null;
  return !isItsOwn && folderPicture !== (picture?.stamp ?? null);
}

/** Returns the file's stamp: renaming changes neither size nor time. */
function stampOf({ sizeBytes, modifiedMs }: Pick<Placement, 'sizeBytes' | 'modifiedMs'>): string {
  return `${sizeBytes}@${modifiedMs}`;
}

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
