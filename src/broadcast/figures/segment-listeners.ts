import { frameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import type { Progress } from './sent-sound.ts';

/**
 * [R178] Time after the last segment for which somebody still counts as listening: several segments, so that a player that
 * fetches two at once, or stumbles, stays one listener.
 */
export const SEGMENT_LISTENER_MS = 30_000;
/** [R178] People behind one address with the same program, as far as hours count: no more can have heard what is sent. */
export const SAME_HEARD_MAX = 10;
/** What can be heard in advance: to come anew takes as long as to have that again. */
const HEARD_AT_ONCE_MS = SAME_HEARD_MAX * SEGMENT_LISTENER_MS;
/** Listeners that are remembered: beyond, made-up addresses would fill the memory. */
const LISTENERS_MAX = 50_000;

interface SegmentListener {
  readonly seenMs: number;
  readonly sinceFrame: number;
  readonly untilFrame: number;
  /** How much more may count as heard, and grows from then on. */
  readonly unheardMs: number;
  readonly leave: Disposable;
}

/**
 * Those who fetch one variant of a stream in segments. There is no connection to count: somebody is there from the
 * first segment on until none has been fetched for SEGMENT_LISTENER_MS [R178]. The one longest away stands first.
 */
export class SegmentListeners implements Disposable {
  readonly #byIdentity = new Map<string, SegmentListener>();

  /**
   * A segment was sent. Returns how far its listener had come before.
   * @param join is called for somebody who was not there; what it returns is disposed of when they have left
   */
  sent(
    identity: string,
    { fromFrame, untilFrame, nowMs }: { fromFrame: number; untilFrame: number; nowMs: number },
    join: () => Disposable,
  ): Progress {
    this.sweep(nowMs);
    const known = this.#byIdentity.get(identity);
    const countedFrame = known?.untilFrame ?? Number.NEGATIVE_INFINITY;
    const sinceFrame = known && fromFrame <= known.untilFrame ? known.sinceFrame : fromFrame;
    const awayMs = known ? nowMs - known.seenMs : SEGMENT_LISTENER_MS;
    const mayHearMs = Math.min(HEARD_AT_ONCE_MS, (known?.unheardMs ?? 0) + SAME_HEARD_MAX * awayMs);
    const heardMs = Math.min(frameInstant(untilFrame - fromFrame), mayHearMs);
    this.#byIdentity.delete(identity);
    this.#byIdentity.set(identity, {
      seenMs: nowMs,
      sinceFrame,
      untilFrame: Math.max(untilFrame, countedFrame),
      unheardMs: mayHearMs - heardMs,
      leave: known?.leave ?? join(),
    });
    if (this.#byIdentity.size > LISTENERS_MAX) this.#dropOldest();
    return { sinceFrame, countedFrame, heardMs };
  }

  /** Lets go of those who have fetched nothing for too long. */
  sweep(nowMs: number): void {
    for (const { seenMs } of this.#byIdentity.values()) {
      // A clock that does not jump: whoever follows was seen later.
      if (nowMs - seenMs <= SEGMENT_LISTENER_MS) return;
      this.#dropOldest();
    }
  }

  [Symbol.dispose](): void {
    while (this.#byIdentity.size > 0) this.#dropOldest();
  }

  #dropOldest(): void {
    for (const [identity, { leave }] of this.#byIdentity) {
      this.#byIdentity.delete(identity);
      leave[Symbol.dispose]();
      return;
    }
  }
}
