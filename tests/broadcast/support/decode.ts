import { AudioSource } from '#src/audio/codec/audio-source.ts';

const SAMPLE_RATE = 44_100;
/** Below this nobody hears the tones of the fixtures. */
const QUIET = 0.01;

/** Decodes a recording of tones: its length and the longest stretch without sound. */
export function decodeRecording(path: string): { seconds: number; longestQuietMs: number } {
  using source = AudioSource.open(path);
  let quiet = 0;
  let longest = 0;
  for (const frame of source.frames()) {
    if (frame === null) break;
    const [left] = frame.data ?? [];
    if (!left) throw new Error('the decoder gave no samples');
    for (let at = 0; at < frame.nbSamples; at += 1) {
      quiet = Math.abs(left.readFloatLE(at * 4)) < QUIET ? quiet + 1 : 0;
      longest = Math.max(longest, quiet);
    }
    frame.free();
  }
  return { seconds: source.decodedSeconds, longestQuietMs: (longest * 1000) / SAMPLE_RATE };
}
