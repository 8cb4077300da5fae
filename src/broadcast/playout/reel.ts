import type { Span } from '#src/broadcast/adverts/break-times.ts';
import { frameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import { Timeline, type TimelineEntry } from '#src/broadcast/timeline/timeline.ts';
import type { Cue } from './cue-loader.ts';

/** The cue that plays, and the timeline that its frames are laid on. */
export class Reel {
  readonly timeline: Timeline;
  #cue: Cue;

  constructor(firstFrame: number, cue: Cue) {
    this.timeline = new Timeline(firstFrame);
    this.#cue = cue;
  }

  get cue(): Cue {
    return this.#cue;
  }

  /** Goes over to a cue, whose entry begins at the head, and lets go of the one before. */
  begin(cue: Cue): TimelineEntry {
    this.#cue.frames[Symbol.dispose]();
    this.#cue = cue;
    return this.timeline.begin(cue.what, cue.inBreak ?? undefined);
  }

  /** Appends one frame per variant, or says why it cannot. */
  advance(): 'frame' | 'end' | 'starved' {
    const { frames } = this.#cue;
    const state = frames.next();
    if (state === 'frame') this.timeline.append(frames, frames.member);
    return state;
  }

  /**
   * The instant, by the count of frames, at which the piece on air and the rest of its break will have ended.
   */
  get endMs(): number {
    const head = this.timeline.headFrame;
    const entry = this.timeline.entryAt(head);
    const frames = this.#cue.inBreak?.framesLeft ?? entry?.guest.record?.frames;
    const end = entry && frames !== undefined ? entry.startFrame + frames : head;
    return frameInstant(Math.max(head, end));
  }

  /** The piece that a break may follow, a track or a jingle, with its end; null in a break and on the bed. */
  get span(): Span | null {
    const { what, inBreak } = this.#cue;
    const entry = this.timeline.entryAt(this.timeline.headFrame);
    if (entry === null || what.record === null || inBreak) return null;
    return { fromMs: frameInstant(entry.startFrame), untilMs: this.endMs };
  }

  /** Leaves out frames of the cue without waiting for the disk; false when there are not as many at hand. */
  leaveOut(count: number): boolean {
    const { frames } = this.#cue;
    for (let left = count; left > 0; left -= 1) if (frames.next() !== 'frame') return false;
    return true;
  }

  /** Skips frames of the cue, whose entry then began before the timeline. */
  async skip(count: number, entry: TimelineEntry): Promise<void> {
    const { frames } = this.#cue;
    entry.startFrame -= count;
    for (let skipped = 0; skipped < count; ) {
      const state = frames.next();
      if (state === 'end') return;
      if (state === 'starved') await frames.refilled();
      else skipped += 1;
    }
  }

  /** Appends the cue to its end, a spot with all of its stretches; waits for the disk. */
  async playOut(): Promise<void> {
    for (;;) {
      const state = this.advance();
      if (state === 'starved') await this.#cue.frames.refilled();
      if (state !== 'end') continue;
      const next = this.#cue.inBreak?.next;
      if (!next || next.inBreak?.begins) return;
      this.begin(next);
    }
  }

  [Symbol.dispose](): void {
    this.#cue.frames[Symbol.dispose]();
  }
}
