import { type Names, nameTrack } from '#src/import/naming/name-track.ts';
import type { SourceFile } from '#src/import/scan/source-file.ts';
import type { Work, WorkLanes } from '#src/import/worker/work-lanes.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { ChangeTimes } from './change-times.ts';
import type { StationChanges } from './station-changes.ts';

/**
 * Returns those of the touched files whose recording none of its files names any more. Only their tags are read, which
 * takes moments: after a move or a restore all files are touched.
 * @throws the reason for a stop
 */
export async function findRetagged(
  touched: StationChanges['touched'],
  files: readonly SourceFile[],
  { lanes, changeTimes }: { lanes: WorkLanes; changeTimes: ChangeTimes },
): Promise<SourceFile[]> {
  if (touched.length === 0) return [];
  const present = new Map(files.map((file) => [file.path, file]));
  const named = new Map<string, Names>();
  const groups = Map.groupBy(touched, ({ record }) => record);
  const reading = (file: SourceFile): Work => ({
    file,
    run: async (worker) => {
      named.set(file.path, nameTrack(file.path, (await worker.name(file)).tags));
    },
  });
  const work = [...groups.keys()].flatMap((record) => filesOf(record, present).map(reading));
  // One whose tags could not be read is looked at in the next import.
  await lanes.workOff(work, async () => {});
  return [...groups].flatMap(([record, group]) => {
    const names = filesOf(record, present).map(({ path }) => named.get(path) ?? null);
    if (names.includes(null)) return [];
    const isNamed = names.some((one) => one?.artist === record.artist && one.title === record.title);
    if (!isNamed) return group.map(({ file }) => file);
    for (const { file } of group) changeTimes.see(file);
    return [];
  });
}

/** Returns the records that have a file at one of these paths. */
export function recordsIn(records: Iterable<MediaRecord>, paths: ReadonlySet<string>): MediaRecord[] {
  return [...records].filter(({ placements }) => placements.some(({ path }) => paths.has(path)));
}

/** Returns the files that are left of records as they are now: another one may have taken its title with it. */
export function filesLeft(
  before: readonly MediaRecord[],
  records: ReadonlyMap<string, MediaRecord>,
  files: readonly SourceFile[],
): StationChanges['touched'] {
  if (before.length === 0) return [];
  const present = new Map(files.map((file) => [file.path, file]));
  return before.flatMap(({ id }) => {
    const record = records.get(id);
    return record ? filesOf(record, present).map((file) => ({ record, file })) : [];
  });
}

function filesOf({ placements }: MediaRecord, present: ReadonlyMap<string, SourceFile>): SourceFile[] {
  return placements.flatMap(({ path }) => present.get(path) ?? []);
}
