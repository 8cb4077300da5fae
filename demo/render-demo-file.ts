import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { encodeFile, encodeMp3Frames } from '#src/audio/codec/encode-file.ts';
import { renderSong, trimTail } from './mixing/render-song.ts';
import type { DemoFile } from './programme/demo-files.ts';
import { id3Tag } from './programme/id3-tag.ts';
import { SAMPLE_RATE, type StereoPcm } from './synth/stereo.ts';

/** A member hears an interlude where a guest hears a spot: to the sample as long. */
const AS_LONG_AS_EACH_OTHER = /^(?:spots|interludes)\//;

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
    const pcm = renderSong(file.song());
    write(unfinished, file, AS_LONG_AS_EACH_OTHER.test(file.path) ? pcm : trimTail(pcm));
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function write(path: string, file: DemoFile, pcm: StereoPcm): void {
  if (!file.path.endsWith('.mp3')) {
    encodeFile(path, pcm, file.tags);
    return;
  }
  const durationMs = Math.round((pcm.left.length * 1000) / SAMPLE_RATE);
  writeFileSync(path, Buffer.concat([id3Tag(file.tags, file.chapters, durationMs), ...encodeMp3Frames(pcm)]));
}

/** Where a file is written until it is whole: a hidden name that no one watches. */
export function unfinishedPath(stationDir: string, path: string): string {
  return join(stationDir, dirname(path), `.${basename(path)}.part`);
}

/** An order to a render thread: a path of the demo, and how far to stand back (0…19). */
export const renderOrderSchema = z.object({ path: z.string(), niceness: z.number() });
export type RenderOrder = z.infer<typeof renderOrderSchema>;
