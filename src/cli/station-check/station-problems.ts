import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isInFolder } from '#src/broadcast/rotation/folder-hours.ts';
import { clockTime } from '#src/contract/durations.ts';
import { fullTitle } from '#src/contract/full-title.ts';
import { COVER_PIXELS_MAX } from '#src/contract/limits.ts';
import { STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import { feedAddress } from '#src/features/podcasts/podcast-feed.server.ts';
import { isRemark, isWorthTelling, RejectedFiles } from '#src/import/rejected/rejected-files.ts';
import { MountPoints } from '#src/import/scan/mount-points.ts';
import { type StationScan, scanStation } from '#src/import/scan/scan-station.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { printable } from '#src/platform/log/printable.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { nearestName } from '#src/platform/settings/setting-names.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';
import type { MediaRecord, Placement } from '#src/station/catalogue/media-record.ts';
import { findSharedTitles } from '#src/station/catalogue/shared-titles.ts';
import { findConfigProblems } from '#src/station/config/config-problems.ts';
import {
  readStationConfig,
  STATION_FILE,
  type StationReading,
} from '#src/station/config/read-station-config.ts';
import { type StationConfig, stationConfig } from '#src/station/config/station-config.ts';
import { stationParts } from '#src/station/content/open-station-content.ts';
import { fileNameKey } from '#src/station/file-name-key.ts';
import { ABSENCE_REMEDY, absentMusic, findAbsence, PART_NAMES } from '#src/station/folder/folder-absence.ts';
import { pictureFault } from '#src/station/folder/picture-fault.ts';
import { speltPath } from '#src/station/folder/spelt-path.ts';
import { StationFolder } from '#src/station/folder/station-folder.ts';
import { LastGoodFiles } from '#src/station/last-good-files.ts';
import { looksWronglyRead } from '#src/station/odd-letters.ts';
import type { Podcasts } from '#src/station/podcasts/podcast-show.ts';
import type { StationProblem } from '#src/station/problem.ts';
import type { Videos } from '#src/station/videos/videos.ts';

/**
 * Everything that is wrong in the station folder, part by part. Audio is judged by the last import, so a file
 * that was never imported is not.
 * @throws {OperatorError} when the station folder is absent
 */
export async function findStationProblems(options: {
  stationDir: string;
  dataDir: string;
  origin: string;
  logger: Logger;
}): Promise<readonly StationProblem[]> {
  const { stationDir, dataDir, origin, logger } = options;
  const folder = dataFolder(dataDir);
  const absence = await findAbsence(stationDir, folder);
  if (absence !== null) throw new OperatorError(absence, ABSENCE_REMEDY);
  const records = [...(await readCatalogue(folder)).values()];
  const scan = await scanStation(stationDir);
  await (await MountPoints.open(folder)).noteAway(stationDir, scan, records);
  const tracks = records.filter(({ kind, placements }) => kind === 'track' && placements.length > 0).length;
  // As an import does, unless there is more to say of what cannot be looked into.
  const hasNone = scan.unlisted.length === 0 && !scan.files.some(({ kind }) => kind === 'track');
  if (hasNone && tracks > 0) throw new OperatorError(absentMusic(stationDir, tracks), ABSENCE_REMEDY);
  const rejected = await RejectedFiles.open(folder);
  const { config, problems, isGone, lineOf } = await readStationConfig(stationDir);
  // On a station that never had one every default holds.
  const isUnused = isGone && (await new LastGoodFiles(folder.lastGood, logger).read(STATION_FILE)) === null;
  const station = config ?? stationConfig({});
  const parts = stationParts({
    stationDir,
    cacheFolder: folder.cache,
    lastGoodFolder: null,
    clock: null,
    logger,
    timezone: () => station.timezone,
  });
  const { schedules, podcasts, biographies, videos, legal } = parts;
  const found: StationProblem[] = [
    ...(await misspeltParts(stationDir, scan)),
    ...(isUnused ? [] : problems),
    // Of a file that cannot be read nothing more is known.
    ...(config === null && !isUnused
      ? []
      : await findConfigProblems(stationDir, station, lineOf, musicIn(scan, rejected))),
    ...(await damagedAdverts(stationDir, station, lineOf)),
    ...misspeltStreams(scan),
    ...audioProblems(scan, rejected, records),
    ...sharedTitles(records),
    ...sameRecordings(records),
    ...innerSilences(records),
    ...oddNames(records),
  ];
  for (const part of [videos, schedules, podcasts, biographies, legal]) {
    await part.refresh();
    found.push(...part.problems);
  }
  found.push(...circularFeeds(podcasts.current, origin));
  found.push(...videosWithoutTrack(records, videos.current));
  return found;
}

/** Only what looks like a slip: notes and pictures may lie about. Of a folder with sound the scan tells. */
async function misspeltParts(stationDir: string, { misplaced }: StationScan): Promise<StationProblem[]> {
  const told = new Set(misplaced.map(({ path }) => path));
  const names = (await readdir(stationDir)).filter((name) => !told.has(name));
  return names.flatMap((file) => {
    const meant = PART_NAMES.includes(file) || file.startsWith('.') ? null : nearestName(file, PART_NAMES);
    const message = `no such part of a station; did you mean ${meant}?`;
    return meant === null ? [] : [{ file, line: null, message }];
  });
}

/** Folders of jingles, spots and interludes for all streams whose name is nearly that of one. */
function misspeltStreams({ files }: StationScan): StationProblem[] {
  const shared = files.filter(({ kind, streamId }) => kind !== 'track' && streamId === null);
  const folders = shared.flatMap(({ path }) => /^[^/]+\/[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].flatMap((file): StationProblem[] => {
    const meant = nearestName(file.slice(file.indexOf('/') + 1), STREAM_IDS);
    const message = `is heard on every stream; did you mean ${meant}?`;
    return meant === null ? [] : [{ file, line: null, message, isReminder: true }];
  });
}

/** Adverts whose picture begins as one should, and cannot be drawn: their turns would show nothing. */
async function damagedAdverts(
  stationDir: string,
  { slots }: StationConfig,
  lineOf: StationReading['lineOf'],
): Promise<StationProblem[]> {
  if (slots.length === 0) return [];
  const { default: sharp } = await import('sharp');
  const folder = new StationFolder(stationDir);
  const reasons = new Map<string, string>();
  // Slots often share a picture.
  for (const image of new Set(slots.map((slot) => slot.image))) {
    if ((await pictureFault(folder, image)) !== null) continue;
    try {
      const picture = await readFile(join(stationDir, await speltPath(stationDir, image)));
      await sharp(picture, { limitInputPixels: COVER_PIXELS_MAX, failOn: 'error' }).stats();
    } catch (error) {
      reasons.set(image, error instanceof Error ? error.message : String(error));
    }
  }
  return slots.flatMap(({ image }, at) => {
    const reason = reasons.get(image);
    if (reason === undefined) return [];
    const message = `slots: ${image}: the picture cannot be drawn (${printable(reason)}): put another one in its place`;
    return [{ file: STATION_FILE, line: lineOf(['slots', at, 'image']), message }];
  });
}

/** Problems of the scan, and files that the last import refused and that have not changed since. */
function audioProblems(
  { files, misplaced }: StationScan,
  rejected: RejectedFiles,
  records: readonly MediaRecord[],
): StationProblem[] {
  const played = new Map<string, Placement>();
  for (const { placements } of records)
    for (const placement of placements) played.set(placement.path, placement);
  const refused = files.flatMap((file) => {
    const entry = rejected.find(file);
    const placement = played.get(file.path);
    const isPlayed = placement?.sizeBytes === file.sizeBytes && placement.modifiedMs === file.modifiedMs;
    const isTold = entry !== null && isWorthTelling(entry) && (isRemark(entry) || !isPlayed);
    return isTold ? [{ file: entry.path, line: null, message: entry.message }] : [];
  });
  return [...misplaced.map(({ path, reason }) => ({ file: path, line: null, message: reason })), ...refused];
}

/** What waits for an import, or cannot be looked at now, may play. */
function musicIn({ files, unlisted }: StationScan, rejected: RejectedFiles) {
  const tracks = files.filter((file) => {
    const entry = rejected.find(file);
    return file.kind === 'track' && (entry === null || isRemark(entry));
  });
  return (streamId: StreamId, folder: string): boolean => {
    const path = `music/${streamId}/${folder}`;
    return (
      tracks.some((file) => file.streamId === streamId && isInFolder(file.folder, folder)) ||
      unlisted.some((one) => isInFolder(one, path) || isInFolder(path, one))
    );
  };
}

function sharedTitles(records: readonly MediaRecord[]): StationProblem[] {
  return findSharedTitles(records).map(({ path, message, isUnheard }) => ({
    file: path,
    line: null,
    message,
    ...(!isUnheard && { isReminder: true }),
  }));
}

/** Files of one folder that hold the same sound, whatever their tags say: together they are one track [R127]. */
function sameRecordings(records: readonly MediaRecord[]): StationProblem[] {
  return records
    .filter(({ kind }) => kind === 'track')
    .flatMap(({ artist, title, placements }) => {
      const folders = Map.groupBy(placements, ({ streamId, folder }) => `${streamId}/${folder}`);
      return [...folders.values()].flatMap((files) => {
        const [first = '', ...others] = files.map(({ path }) => path).sort();
        const message = `is the same recording as ${first}, so they are one track, "${fullTitle(artist, title)}": take one of them out`;
        return others.map((file) => ({ file, line: null, message, isReminder: true as const }));
      });
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Files in rotation with a long silence in their middle [R155], in their order. */
function innerSilences(records: readonly MediaRecord[]): StationProblem[] {
  return records
    .flatMap(({ innerSilence, placements }) => {
      if (!innerSilence) return [];
      const seconds = Math.round(innerSilence.durationMs / 1_000);
      const from = clockTime(Math.floor(innerSilence.fromMs / 1_000));
      const message = `is silent for ${seconds} s from ${from} on, which sounds as if the radio had stopped: cut that out, or make two files of it`;
      return placements.map(({ path }) => ({ file: path, line: null, message, isReminder: true as const }));
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Files whose tags do not say how they are written, and seem to have been read by another alphabet. */
function oddNames(records: readonly MediaRecord[]): StationProblem[] {
  return records
    .filter(({ kind, artist, title }) => kind === 'track' && looksWronglyRead(fullTitle(artist, title)))
    .flatMap(({ artist, title, placements }) => {
      const message = `is "${fullTitle(artist, title)}", which looks like letters of another alphabet: write its tags anew, as ID3v2.4 in UTF-8, with a program such as Kid3, Mp3tag or Picard`;
      return placements.map(({ path }) => ({ file: path, line: null, message, isReminder: true as const }));
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Shows whose feed elsewhere is their own address: it would lead nobody anywhere. */
function circularFeeds(podcasts: Podcasts, origin: string): StationProblem[] {
  const message = "feed: is this show's own address, which leads to itself: take the line out";
  return [...(podcasts?.values() ?? [])]
    .filter(({ name, feed }) => feed !== null && new URL(feed).href === origin + feedAddress(name))
    .map(({ name }) => ({ file: `podcasts/${name}/show.yaml`, line: null, message }));
}

/** Nothing is said before the first import. */
function videosWithoutTrack(records: readonly MediaRecord[], videos: Videos): StationProblem[] {
  const tracks = records.filter(({ kind }) => kind === 'track');
  if (tracks.length === 0) return [];
  const titles = new Set(tracks.map(({ artist, title }) => fileNameKey(fullTitle(artist, title))));
  return [...new Set(videos.values())]
    .filter(({ keys }) => !keys.some((key) => titles.has(key)))
    .map(({ file }) => ({
      file,
      line: null,
      message:
        'no track has this name now, artist and title: where one had it before, its page shows the video all the same',
      isReminder: true as const,
    }));
}
