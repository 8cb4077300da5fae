import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { encodeFile } from '#src/audio/codec/encode-file.ts';
import { renderSong } from './mixing/render-song.ts';
import type { DemoFile } from './programme/demo-files.ts';

/**
 * Renders one file of the demo into the station folder. It appears under its name only when it is whole; a file that
 * stands there already is left as it is.
 */
export function renderDemoFile(stationDir: string, file: DemoFile): void {
  const target = join(stationDir, file.path);
  if (existsSync(target)) return;
  const unfinished = unfinishedPath(stationDir, file.path);
  mkdirSync(dirname(target), { recursive: true });
  try {
    encodeFile(unfinished, renderSong(file.song()), { format: file.format, tags: file.tags });
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Where a file is written until it is whole: a hidden name that no one watches. */
export function unfinishedPath(stationDir: string, path: string): string {
  return join(stationDir, dirname(path), `.${basename(path)}.part`);
}
