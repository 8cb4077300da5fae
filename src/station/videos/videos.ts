import { join } from 'node:path';
import { fullTitle } from '#src/contract/full-title.ts';
import { nullIfOfFile } from '#src/platform/errors/failure-kind.ts';
import { fileNameKey } from '#src/station/file-name-key.ts';
import { type EntryFault, faultOf } from '#src/station/folder/entry-fault.ts';
import { StationFolder } from '#src/station/folder/station-folder.ts';
import type { StationProblem } from '#src/station/problem.ts';
import type { PartReader } from '#src/station/station-part.ts';

export interface Video {
  /** Absolute path. */
  readonly path: string;
  /** Path from STATION_DIR. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** The fileNameKey of each title that it belongs to: its file's name, and what its tags say. */
  readonly keys: readonly string[];
}

/** Videos by each of their keys. */
export type Videos = ReadonlyMap<string, Video>;

/** Finds the video of a full title; null without one. */
export function findVideo(videos: Videos, title: string): Video | null {
  return videos.get(fileNameKey(title)) ?? null;
}

const FOLDER = 'videos';
const ENDING = '.mp4';
/** ISO/IEC 14496-12 §4.3: a file begins with its type box, `ftyp` after four bytes of length. */
const TYPE_BOX_BYTES = 8;
const NO_MP4: EntryFault = { fault: 'expected a video in the MP4 format', kind: 'lasting' };

/** Reads `videos/{artist - title}.mp4`. */
export function videoReader(stationDir: string): PartReader<Videos> {
  const folder = new StationFolder(stationDir);
  /** When each file had last changed in any way as its tags were read. */
  const changeTimes = new Map<string, number>();
  return {
    folder: FOLDER,
    initial: new Map(),
    async read(last) {
      const known = new Map([...last.values()].map((video) => [video.file, video]));
      const videos = new Map<string, Video>();
      const problems: StationProblem[] = [];
      const entries = await folder.list(FOLDER, (problem) => void problems.push(problem));
      if (entries === null) return { value: last, problems };
      for (const { name, isFolder } of entries) {
        const file = `${FOLDER}/${name}`;
        const report = (message: string) => void problems.push({ file, line: null, message });
        if (isFolder || !name.toLowerCase().endsWith(ENDING)) {
          report(`expected videos named {artist - title}${ENDING} alone`);
          continue;
        }
        const before = known.get(file) ?? null;
        const found = await readVideo(folder, file, name, before, changeTimes);
        if ('fault' in found && found.kind !== 'gone') report(found.fault);
        const video = 'fault' in found ? (found.kind === 'passing' ? before : null) : found;
        if (video === null) continue;
        const [main = ''] = video.keys;
        const other = videos.get(main);
        if (other !== undefined) report(`expected one video for each track; ${other.file} is of the same`);
        for (const key of video.keys) if (!videos.has(key)) videos.set(key, video);
      }
      return { value: videos, problems };
    },
  };
}

/** Reads a video; a file that is as it was before is not read again. */
async function readVideo(
  folder: StationFolder,
  file: string,
  name: string,
  known: Video | null,
  changeTimes: Map<string, number>,
): Promise<Video | EntryFault> {
  const look = await folder.look(file, TYPE_BOX_BYTES);
  if ('fault' in look) return look;
  const { sizeBytes, modifiedMs, changedMs, head } = look;
  const isAsBefore = known?.sizeBytes === sizeBytes && known.modifiedMs === modifiedMs;
  // A program that corrects tags may leave size and time as they were.
  if (isAsBefore && changeTimes.get(file) === changedMs) return known;
  if (head.toString('latin1', 4) !== 'ftyp') return NO_MP4;
  const path = join(folder.root, file);
  const title = name.slice(0, -ENDING.length);
  const tagged = await titleInTags(path).catch((error: unknown) => faultOf(error, path));
  if (typeof tagged === 'object' && tagged !== null) return tagged;
  changeTimes.set(file, changedMs);
  const keys = [...new Set([title, ...(tagged === null ? [] : [tagged])].map(fileNameKey))];
  return { path, file, sizeBytes, modifiedMs, keys };
}

/**
 * Returns the full title in the tags, for titles that no file name can hold; null unless they name artist and
 * title.
 * @throws the file system's error where the file is not to blame
 */
async function titleInTags(path: string): Promise<string | null> {
  const { parseFile } = await import('music-metadata');
  const metadata = await parseFile(path, { duration: false, skipCovers: true }).catch(nullIfOfFile);
  const { artist, title } = metadata?.common ?? {};
  return artist && title ? fullTitle(artist, title) : null;
}
