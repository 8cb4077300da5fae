import { spotOfBreak } from '#src/broadcast/adverts/advert-breaks.ts';
import type { BreakAudio } from '#src/broadcast/adverts/break-audio.ts';
import { stretchesOf } from '#src/broadcast/adverts/break-stretches.ts';
import type { FrameRun } from '#src/broadcast/adverts/frame-run.ts';
import type { BreakPlan } from '#src/broadcast/adverts/plan-break.ts';
import type { FrameSource, FrameView } from '#src/broadcast/frames/frame-source.ts';
import type { Cue } from './cue.ts';

/**
 * Returns the first of a break's cues, each of which leads to the next: a cue begins wherever guests or
 * members hear another piece.
 * @param skip frames of the break that the audio leaves out
 */
export function cuesOf(plan: BreakPlan, audio: BreakAudio, skip: number): Cue | null {
  const total = skip + audio.guest.frames;
  let next: Cue | null = null;
  for (const { start, guest, member, spotAt } of stretchesOf(plan, skip).reverse()) {
    const end: number = next?.inBreak ? total - next.inBreak.framesLeft : total;
    next = {
      what: guest,
      frames: new BreakFrames(audio, start - skip, end - skip),
      inBreak: {
        member,
        at: start,
        framesLeft: total - start,
        begins: guest.before ? null : spotOfBreak(plan, spotAt),
        next,
      },
    };
  }
  return next;
}

/** A stretch of an advert break. It lies in memory, so that no disk can part the two variants. */
class BreakFrames implements FrameSource {
  readonly fault = null;
  readonly member: FrameView;
  readonly #guest: RunView;
  readonly #member: RunView;
  #next: number;
  readonly #end: number;

  constructor({ guest, member }: BreakAudio, first: number, end: number) {
    this.#guest = new RunView(guest);
    this.#member = new RunView(member);
    this.member = this.#member;
    this.#next = first;
    this.#end = end;
  }

  get bytes(): Uint8Array {
    return this.#guest.bytes;
  }

  get start(): number {
    return this.#guest.start;
  }

  get end(): number {
    return this.#guest.end;
  }

  next(): 'frame' | 'end' {
    if (this.#next === this.#end) return 'end';
    this.#guest.show(this.#next);
    this.#member.show(this.#next);
    this.#next += 1;
    return 'frame';
  }

  refilled(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.dispose](): void {}
}

class RunView implements FrameView {
  readonly bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  start = 0;
  end = 0;

  constructor({ bytes, offsets }: FrameRun) {
    this.bytes = bytes;
    this.#offsets = offsets;
  }

  show(frame: number): void {
    this.start = this.#offsets[frame] ?? 0;
    this.end = this.#offsets[frame + 1] ?? this.start;
  }
}
