import { AudioSource } from '#src/audio/codec/audio-source.ts';

const SAMPLE_RATE = 44_100;
/** Below this nobody hears the tones of the fixtures. */
const QUIET = 0.01;

/** Decodes a recording of tones: its length and the longest stretch without sound. */
export function decodeRecording(path: string): { seconds: number; longestQuietMs: number } {
  using source = AudioSource.open(path);
  let quiet = 0;
  let longest = 0;
  for (const { left } of source.samples()) {
    for (const sample of left) {
      quiet = Math.abs(sample) < QUIET ? quiet + 1 : 0;
      longest = Math.max(longest, quiet);
    }
  }
  return { seconds: source.decodedSeconds, longestQuietMs: (longest * 1000) / SAMPLE_RATE };
}
