import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { fullTitle } from '#src/spec/titles.ts';
import { listFolder } from '../content/list-folder.ts';
import type { PartReader } from '../content/station-part.ts';
import { fileNameKey } from '../file-name-key.ts';
import type { StationProblem } from '../problem.ts';

export interface Video {
  /** Absolute path. */
  readonly path: string;
  /** Path from STATION_DIR. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** fileNameKey of the titles that it belongs to: its file's name, and what its tags say. */
  readonly keys: readonly string[];
}

/** By each of their keys. */
export type Videos = ReadonlyMap<string, Video>;

/** The video of a full title; null when there is none. */
export function findVideo(videos: Videos, title: string): Video | null {
  return videos.get(fileNameKey(title)) ?? null;
}

const FOLDER = 'videos';
const ENDING = '.mp4';

/** `videos/{artist - title}.mp4`. */
export function videoReader(stationDir: string): PartReader<Videos> {
  return {
    folder: FOLDER,
    initial: new Map(),
    async read(last) {
      const known = new Map([...last.values()].map((video) => [video.file, video]));
      const videos = new Map<string, Video>();
      const problems: StationProblem[] = [];
      for (const { name, isFolder } of await listFolder(join(stationDir, FOLDER))) {
        const file = `${FOLDER}/${name}`;
        const report = (message: string) => void problems.push({ file, line: null, message });
        if (isFolder || !name.toLowerCase().endsWith(ENDING)) {
          report(`expected videos named {artist - title}${ENDING} alone`);
          continue;
        }
        const video = await readVideo(stationDir, file, name, known.get(file) ?? null);
        if (video === null) {
          report('expected a video in the MP4 format');
          continue;
        }
        const [main = ''] = video.keys;
        const other = videos.get(main);
        if (other !== undefined) report(`expected one video for each track; ${other.file} is of the same`);
        for (const key of video.keys) if (!videos.has(key)) videos.set(key, video);
      }
      return { value: videos, problems };
    },
  };
}

/** Null when it is no MP4. A file as it was before is not opened again. */
async function readVideo(
  stationDir: string,
  file: string,
  name: string,
  known: Video | null,
): Promise<Video | null> {
  const path = join(stationDir, file);
  const { size: sizeBytes, mtimeMs: modifiedMs } = await stat(path);
  if (known?.sizeBytes === sizeBytes && known.modifiedMs === modifiedMs) return known;
  if (!(await isMp4(path))) return null;
  const title = name.slice(0, -ENDING.length);
  const tagged = await titleInTags(path);
  const keys = [...new Set([title, ...(tagged === null ? [] : [tagged])].map(fileNameKey))];
  return { path, file, sizeBytes, modifiedMs, keys };
}

/** ISO/IEC 14496-12 §4.3: a file begins with its type box. */
async function isMp4(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return bytesRead === 8 && buffer.toString('latin1', 4) === 'ftyp';
  } finally {
    await file.close();
  }
}

/** For a title that no file name can have: what the tags call it; null unless they name artist and title. */
async function titleInTags(path: string): Promise<string | null> {
  const { parseFile } = await import('music-metadata');
  const metadata = await parseFile(path, { duration: false, skipCovers: true }).catch(() => null);
  const { artist, title } = metadata?.common ?? {};
  return artist && title ? fullTitle(artist, title) : null;
}
