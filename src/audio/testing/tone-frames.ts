import { encodeMp3Frames } from '#src/audio/codec/encode-file.ts';

const SAMPLE_RATE = 44_100;

/** A tone as rendered MP3 frames. */
export function toneFrames(seconds: number, hertz: number): Uint8Array[] {
  const samples = Float32Array.from(
    { length: Math.round(seconds * SAMPLE_RATE) },
    (_, at) => 0.3 * Math.sin((2 * Math.PI * hertz * at) / SAMPLE_RATE),
  );
  return encodeMp3Frames({ left: samples, right: samples });
}
