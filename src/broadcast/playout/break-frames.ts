import type { BreakAudio } from '#src/broadcast/adverts/break-audio.ts';
import type { FrameRun } from '#src/broadcast/adverts/frame-run.ts';
import type { FrameView } from '#src/broadcast/timeline/timeline.ts';
import type { FrameSource } from './frame-source.ts';

/** A stretch of an advert break, which lies in memory: no disk can part the two variants. */
export class BreakFrames implements FrameSource {
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
