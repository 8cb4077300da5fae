import { Leveller } from '#src/audio/loudness/leveller.ts';
import type { LoudnessPlan } from '#src/audio/loudness/loudness-policy.ts';
import { AudioSource } from './audio-source.ts';
import { BroadcastEncoder } from './broadcast-encoder.ts';

export interface RenderOptions {
  source: string;
  loudness: LoudnessPlan;
  audioPath: string;
}

export interface RenderedAudio {
  /** Where each frame begins in the file. */
  frameOffsets: Uint32Array;
  sizeBytes: number;
}

/**
 * Encodes a file of any common format for broadcast. Blocks while it works; after a failure the caller removes the
 * unfinished file.
 * @throws {AudioSourceError} and the file system's errors
 */
export function renderBroadcast({ source: path, loudness, audioPath }: RenderOptions): RenderedAudio {
  using source = AudioSource.open(path);
  using encoder = new BroadcastEncoder(audioPath);
  const leveller = new Leveller(loudness);
  for (const block of source.samples()) encoder.push(leveller.push(block));
  encoder.push(leveller.finish());
  return encoder.finish();
}
