import { MAIN_DATA_HEAD_BYTES, mainDataOf } from '#src/audio/mp3/main-data.ts';
import type { AudioRing } from './audio-ring.ts';

/**
 * Returns the frame that a decoder must begin with to give every sample from `frame` on as if it had heard
 * all before: the one before it, whose halves overlap with it, and all in which the sound of either begins
 * (the encoder's bit reservoir). The oldest of the ring where that is no longer there.
 * @see ISO/IEC 11172-3 §2.4.3.4
 */
export function decodableFrom(ring: AudioRing, frame: number): number {
  const overlapping = Math.max(ring.oldestFrame, frame - 1);
  return Math.min(soundBegin(ring, overlapping), soundBegin(ring, frame));
}

/** Returns the frame that holds the first byte of a frame's sound. */
function soundBegin(ring: AudioRing, frame: number): number {
  let at = frame;
  let missing = mainDataAt(ring, frame).beginsBefore;
  while (missing > 0 && at > ring.oldestFrame) {
    at -= 1;
    missing -= mainDataAt(ring, at).bytes;
  }
  return at;
}

function mainDataAt(ring: AudioRing, frame: number) {
  const start = ring.positionOf(frame);
  const head = ring.slice(start, start + MAIN_DATA_HEAD_BYTES);
  return mainDataOf(head, ring.positionOf(frame + 1) - start);
}
