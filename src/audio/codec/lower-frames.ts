import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { FADED_BYTES, fadeFrame, GRANULES, STEPS_AN_OCTAVE } from '#src/audio/mp3/fade-frame.ts';

/**
 * Turns parts of a rendered file down where it lies: `steps` of 1.5 dB for each half of a frame. The change is on the
 * disk when this returns.
 * @throws the file system's errors
 */
export function lowerFrames(path: string, frameOffsets: Uint32Array, steps: Uint8Array): void {
  const file = openSync(path, 'r+');
  try {
    const head = Buffer.alloc(FADED_BYTES);
    for (const [frame, offset] of frameOffsets.entries()) {
      const [first = 0, second = 0] = steps.subarray(frame * GRANULES, (frame + 1) * GRANULES);
      if (first === 0 && second === 0) continue;
      if (readSync(file, head, 0, FADED_BYTES, offset) < FADED_BYTES)
        throw new Error(`${path} ends too early`);
      fadeFrame(head, [2 ** (-first / STEPS_AN_OCTAVE), 2 ** (-second / STEPS_AN_OCTAVE)]);
      writeSync(file, head, 0, FADED_BYTES, offset);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
