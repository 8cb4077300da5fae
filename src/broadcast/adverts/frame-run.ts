import type { BroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { fadeFrame, GRANULES, silenceFrame } from '#src/audio/mp3/fade-frame.ts';
import { endsInSpareByte, mainDataOf } from '#src/audio/mp3/main-data.ts';
import { framesIn } from '#src/broadcast/timeline/frame-grid.ts';

/** Length of the fade at the end of a piece that is cut short. */
const FADE_FRAMES = framesIn(2_000);

/** MP3 frames in memory, one behind the other. They may be changed. */
export class FrameRun {
  readonly bytes: Buffer;
  /** Where each frame begins, and behind the last one where it ends. */
  readonly offsets: Uint32Array;

  constructor(bytes: Buffer, offsets: Uint32Array) {
    this.bytes = bytes;
    this.offsets = offsets;
  }

  /** Copies the frames from `first` to below `end`, all of which must be there. */
  static copy({ audio, frameOffsets }: BroadcastFrames, first: number, end: number): FrameRun {
    const start = frameOffsets[first] ?? audio.length;
    const offsets = Uint32Array.from({ length: end - first + 1 }, (_, at) => {
      return (frameOffsets[first + at] ?? audio.length) - start;
    });
    return new FrameRun(Buffer.from(audio.subarray(start, start + (offsets.at(-1) ?? 0))), offsets);
  }

  static join(runs: readonly FrameRun[]): FrameRun {
    const offsets = [0];
    for (const run of runs) {
      const start = offsets.at(-1) ?? 0;
      for (const offset of run.offsets.subarray(1)) offsets.push(start + offset);
    }
    return new FrameRun(Buffer.concat(runs.map(({ bytes }) => bytes)), Uint32Array.from(offsets));
  }

  get frames(): number {
    return this.offsets.length - 1;
  }

  frame(at: number): Buffer {
    return this.bytes.subarray(this.offsets[at], this.offsets[at + 1]);
  }

  /** The frames from this one on. */
  from(first: number): FrameRun {
    const start = this.offsets[first] ?? 0;
    return new FrameRun(
      this.bytes.subarray(start),
      this.offsets.subarray(first).map((offset) => offset - start),
    );
  }

  /** The frames before this one. */
  until(end: number): FrameRun {
    return new FrameRun(this.bytes.subarray(0, this.offsets[end]), this.offsets.subarray(0, end + 1));
  }

  /** Fades the end out in steps of gain: half a cosine wave over two seconds, or over half of the run. */
  fadeOut(): void {
    const granules = Math.min(FADE_FRAMES, Math.floor(this.frames / 2)) * GRANULES;
    const factor = (left: number) => (1 - Math.cos((Math.PI * left) / granules)) / 2;
    for (let at = this.frames - granules / GRANULES; at < this.frames; at += 1) {
      const left = (this.frames - at) * GRANULES;
      fadeFrame(this.frame(at), [factor(left - 0.5), factor(left - 1.5)]);
    }
  }

  /**
   * Returns the same frames in fewer bytes: those nearest to the end whose padding byte holds no sound give
   * it up. Where these do not suffice, as in what earlier versions rendered, the last ones give theirs up
   * together with their sound.
   * @throws {RangeError} when there are not enough frames with such a byte
   */
  shortened(bytes: number): FrameRun {
    const frames = Array.from({ length: this.frames }, (_, at) => this.frame(at));
    let left = bytes;
    for (let at = frames.length - 1; left > 0 && at >= 0; at -= 1) {
      const frame = this.frame(at);
      const next = this.frame(at + 1);
      const isReferredTo = next.length > 0 && mainDataOf(next, next.length).beginsBefore > 0;
      if (!isPadded(frame) || isReferredTo || !endsInSpareByte(frame)) continue;
      frames[at] = withoutPadding(frame);
      left -= 1;
    }
    for (let at = frames.length - 1; left > 0; at -= 1) {
      const frame = frames[at];
      if (frame === undefined) throw new RangeError(`no ${bytes} padding bytes in ${frames.length} frames`);
      if (isPadded(frame)) left -= 1;
      const silent = withoutPadding(frame);
      silenceFrame(silent);
      frames[at] = silent;
    }
    const offsets = new Uint32Array(frames.length + 1);
    for (const [at, frame] of frames.entries()) offsets[at + 1] = (offsets[at] ?? 0) + frame.length;
    return new FrameRun(Buffer.concat(frames), offsets);
  }
}

/** The header's third byte holds the flag, ISO/IEC 11172-3 §2.4.1.3. */
const PADDING_AT = 2;
const PADDING_FLAG = 0x02;

function isPadded(frame: Buffer): boolean {
  return ((frame[PADDING_AT] ?? 0) & PADDING_FLAG) !== 0;
}

/** Returns a copy. */
function withoutPadding(frame: Buffer): Buffer {
  const bytes = Buffer.from(frame.subarray(0, frame.length - (isPadded(frame) ? 1 : 0)));
  bytes[PADDING_AT] = (bytes[PADDING_AT] ?? 0) & ~PADDING_FLAG;
  return bytes;
}
