import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamId } from '#src/contract/streams.ts';
import { foldText } from '#src/contract/titles.ts';
import { nearestName } from '#src/platform/settings/setting-names.ts';
import { shellWord } from '#src/platform/text/shell-word.ts';
import { isLitter } from '#src/station/folder/litter.ts';
import { pictureFault } from '#src/station/folder/picture-fault.ts';
import { StationFolder } from '#src/station/folder/station-folder.ts';
import { LEGAL_FILES } from '#src/station/legal/legal-texts.ts';
import type { StationProblem } from '#src/station/problem.ts';
import { STATION_FILE } from './read-station-config.ts';
import type { StationConfig } from './station-config.ts';

/** Returns the line of a value in station.yaml. */
type LineOf = (path: readonly PropertyKey[]) => number | null;

/** Whether a folder below `music/{stream}/` holds anything that plays, or may once it is imported. */
type HoldsMusic = (streamId: StreamId, folder: string) => boolean;

/**
 * Finds the problems of a station.yaml that keeps to its schema: streams of one name, folders and pictures
 * that the station folder lacks, and a missing legal notice.
 * @param holdsMusic without it every folder that exists is taken to hold some
 */
export async function findConfigProblems(
  stationDir: string,
  config: StationConfig,
  lineOf: LineOf,
  holdsMusic: HoldsMusic = () => true,
): Promise<StationProblem[]> {
  return [
    ...findEqualNames(config, lineOf),
    ...(await findHoursProblems(stationDir, config, lineOf, holdsMusic)),
    ...(await findSlotProblems(stationDir, config, lineOf)),
    ...(await findMissingNotice(stationDir, config)),
  ];
}

/**
 * Reports streams that listeners cannot tell apart by their names. They play all the same: a station that did so
 * yesterday stays on the air.
 */
function findEqualNames({ streams }: StationConfig, lineOf: LineOf): StationProblem[] {
  const byName = new Map<string, string>();
  return streams.flatMap(({ id, name }, at): StationProblem[] => {
    const other = byName.get(foldText(name));
    if (other === undefined) {
      byName.set(foldText(name), id);
      return [];
    }
    const message = `streams[${at}].name: expected another name; ${other} has the same: ${name}`;
    return [{ file: STATION_FILE, line: lineOf(['streams', at, 'name']), message }];
  });
}

/** Depth of the folders that a name is compared with. */
const DEPTH_MAX = 4;

/**
 * Reports each `hours: folder:` that does not exist, with the nearest one that does, or holds no music, and hours
 * without a day.
 * They keep nothing else from being played: a station that had them yesterday stays on the air.
 */
async function findHoursProblems(
  stationDir: string,
  { streams }: StationConfig,
  lineOf: LineOf,
  holdsMusic: HoldsMusic,
): Promise<StationProblem[]> {
  const problems: StationProblem[] = [];
  for (const [at, { id, hours }] of streams.entries()) {
    for (const [part, { days, folder }] of hours.entries()) {
      if (days.length === 0) {
        const line = lineOf(['streams', at, 'hours', part, 'days']);
        const message = `streams[${at}].hours[${part}].days: expected at least one day, from 1 (Monday) to 7 (Sunday); without any these hours never come`;
        problems.push({ file: STATION_FILE, line, message });
      }
      const fault = await findFolderFault(stationDir, id, folder, holdsMusic);
      if (fault === null) continue;
      const line = lineOf(['streams', at, 'hours', part, 'folder']);
      const message = `streams[${at}].hours[${part}].folder: ${fault}`;
      problems.push({ file: STATION_FILE, line, message });
    }
  }
  return problems;
}

async function findFolderFault(
  stationDir: string,
  streamId: StreamId,
  folder: string,
  holdsMusic: HoldsMusic,
): Promise<string | null> {
  const root = join(stationDir, 'music', streamId);
  const path = `music/${streamId}/${folder}`;
  const there = (await isFolder(root, folder)) ? [folder] : await foldersBelow(root);
  // A disk may write accents in two signs.
  if (there.some((name) => name.normalize('NFC') === folder)) {
    if (holdsMusic(streamId, folder)) return null;
    return `${path} holds nothing that plays, so the whole stream plays: put music into it, or take these hours out`;
  }
  const nearest = nearestName(folder, there);
  const missing = `there is no folder ${path}, so the whole stream plays`;
  return nearest === null ? missing : `${missing}; did you mean ${nearest}?`;
}

async function isFolder(root: string, folder: string): Promise<boolean> {
  if (folder.split('/').includes('..')) return false;
  return stat(join(root, folder)).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Lists the folders below, as paths from `root`, one by one: each disk that hangs takes a thread of the process. */
async function foldersBelow(root: string, path = '', depth = 1): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !isLitter(entry.name))
    .map(({ name }) => (path === '' ? name : `${path}/${name}`));
  if (depth === DEPTH_MAX) return folders;
  const below: string[] = [];
  for (const folder of folders) below.push(...(await foldersBelow(root, folder, depth + 1)));
  return [...folders, ...below];
}

/**
 * Reports each slot that is not shown, because its picture is missing, is not a picture, or is outside of the
 * station folder.
 */
export async function findSlotProblems(
  stationDir: string,
  { slots }: StationConfig,
  lineOf: LineOf,
): Promise<StationProblem[]> {
  const folder = new StationFolder(stationDir);
  const faults = new Map<string, string | null>();
  // Slots often share a picture.
  for (const image of new Set(slots.map((slot) => slot.image)))
    faults.set(image, await pictureFault(folder, image));
  return slots.flatMap(({ image }, at) => {
    const fault = faults.get(image) ?? null;
    if (fault === null) return [];
    return [
      { file: STATION_FILE, line: lineOf(['slots', at, 'image']), message: `slots: ${image}: ${fault}` },
    ];
  });
}

/** What a French association has to say of itself to its visitors. */
const OWED = ['address', 'registry', 'publisher', 'email', 'phone', 'host'] as const;

/**
 * Reports a station without a legal notice of its own, and what the notice that stands in for it cannot say.
 * A station without a station.yaml has nothing to fill it with yet, and is not bothered.
 */
export async function findMissingNotice(
  stationDir: string,
  { association }: Pick<StationConfig, 'association'>,
): Promise<StationProblem[]> {
  if ((await isThere(stationDir, LEGAL_FILES.fr)) || !(await isThere(stationDir, STATION_FILE))) return [];
  const lacking = OWED.filter((key) => association[key] === '').map((key) => `association.${key}`);
  const rest = lacking.length === 0 ? '' : `; station.yaml says nothing of ${lacking.join(', ')}`;
  const message =
    "is missing, which the law asks for: pages show a notice of the program's own, filled from " +
    `station.yaml${rest}. Begin yours with: npx onde legal > ${shellWord(join(stationDir, LEGAL_FILES.fr))}`;
  return [{ file: LEGAL_FILES.fr, line: null, message, isReminder: true }];
}

function isThere(stationDir: string, file: string): Promise<boolean> {
  return access(join(stationDir, file)).then(
    () => true,
    () => false,
  );
}
