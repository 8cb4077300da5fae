import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AudioSource } from '#src/audio/codec/audio-source.ts';

export const SAMPLE_RATE = 44_100;
export const FRAME_SAMPLES = 1152;

/** Decodes MP3 bytes; the left channel. */
export async function decode(bytes: Uint8Array, folder: string, name: string): Promise<Float32Array> {
  const path = join(folder, `${name}.mp3`);
  await writeFile(path, bytes);
  using source = AudioSource.open(path);
  const parts: Float32Array[] = [];
  for (const { left } of source.samples()) parts.push(left.slice());
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}

/** Decibels below full scale, effective; -99 for silence. */
export function levelDb(samples: Float32Array): number {
  const power = samples.reduce((sum, one) => sum + one * one, 0) / Math.max(1, samples.length);
  return Math.max(-99, 10 * Math.log10(power));
}

/** The level of one tone in it, in the same decibels (Goertzel). */
export function toneDb(samples: Float32Array, hertz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
  let [before, last] = [0, 0];
  for (const one of samples) [before, last] = [last, one + turn * last - before];
  const power = before * before + last * last - turn * before * last;
  return Math.max(-99, 10 * Math.log10((2 * power) / (samples.length * samples.length)));
}

/** How sharply it bends at its sharpest: a click is a hundred times sharper than a tone. */
export function sharpest(samples: Float32Array): number {
  let most = 0;
  for (let at = 2; at < samples.length; at += 1) {
    const bend = (samples[at] ?? 0) - 2 * (samples[at - 1] ?? 0) + (samples[at - 2] ?? 0);
    most = Math.max(most, Math.abs(bend));
  }
  return most;
}
