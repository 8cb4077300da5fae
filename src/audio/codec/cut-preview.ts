import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { SAMPLE_RATE, SAMPLES_PER_FRAME } from '#src/audio/mp3/broadcast-format.ts';
import { fadeFrame, GRANULES } from '#src/audio/mp3/fade-frame.ts';
import type { RenderedAudio } from './render-broadcast.ts';

/** A part of a track in samples at 44.1 kHz; `end` exclusive. */
export interface SampleRange {
  start: number;
  end: number;
}

export interface PreviewOptions {
  path: string;
  range: SampleRange;
  fadeSeconds: number;
}

/**
 * Writes a part of a rendered file, faded in and out, as a file of its own. Its frames stay as they are but
 * for their gain, so that nothing is encoded twice.
 * @throws the file system's errors
 */
export function cutPreview(
  audioPath: string,
  { frameOffsets, sizeBytes }: RenderedAudio,
  options: PreviewOptions,
): void {
  const { range, fadeSeconds, path } = options;
  const first = Math.round(range.start / SAMPLES_PER_FRAME);
  const end = Math.min(frameOffsets.length, Math.ceil(range.end / SAMPLES_PER_FRAME));
  const start = frameOffsets[first] ?? sizeBytes;
  const bytes = readPart(audioPath, start, frameOffsets[end] ?? sizeBytes);
  const granules = (end - first) * GRANULES;
  const fadeGranules = (fadeSeconds * SAMPLE_RATE * GRANULES) / SAMPLES_PER_FRAME;
  const factorAt = (granule: number) =>
    Math.min(1, (granule + 0.5) / fadeGranules, (granules - granule - 0.5) / fadeGranules);
  for (let frame = first; frame < end; frame += 1) {
    const one = bytes.subarray(
      (frameOffsets[frame] ?? 0) - start,
      (frameOffsets[frame + 1] ?? sizeBytes) - start,
    );
    const granule = (frame - first) * GRANULES;
    fadeFrame(one, [factorAt(granule), factorAt(granule + 1)]);
  }
  writeFileSync(path, bytes, { flush: true });
}

function readPart(path: string, from: number, to: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(to - from);
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(file, bytes, at, bytes.length - at, from + at);
      if (read === 0) throw new Error(`${path} ends too early`);
      at += read;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}
