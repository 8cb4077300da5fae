import { encodeMp3Frames } from '#src/audio/codec/encode-file.ts';
import { SAMPLES_PER_FRAME } from '#src/audio/mp3/broadcast-format.ts';

const SAMPLE_RATE = 44_100;
/** What the encoder's delay and its last, half empty frame reach into. */
const EDGE_FRAMES = 2;

/** A tone as rendered MP3 frames: like a piece of the radio it sounds from its first sample to its last [R153]. */
export function toneFrames(seconds: number, hertz: number): Uint8Array[] {
  const frameCount = Math.ceil((seconds * SAMPLE_RATE) / SAMPLES_PER_FRAME);
  const samples = Float32Array.from(
    { length: (frameCount + 2 * EDGE_FRAMES) * SAMPLES_PER_FRAME },
    (_, at) => 0.3 * Math.sin((2 * Math.PI * hertz * at) / SAMPLE_RATE),
  );
  return encodeMp3Frames({ left: samples, right: samples }).slice(EDGE_FRAMES, EDGE_FRAMES + frameCount);
}
