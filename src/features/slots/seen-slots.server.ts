import { SLOT_CLICK_EVERY_MS, SLOT_REMEMBERED_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** Most pairs of a caller and an advert that are remembered; the one seen longest ago is forgotten first. */
const PAIRS_MAX = 50_000;

/** Which adverts each caller has seen lately, so that nobody counts clicks of what was never shown [W85]. In memory alone. */
export class SeenSlots {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** In the order in which they were last seen. */
  readonly #pairs = new Map<string, { seenMs: number; clickedMs: number }>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** @param caller addressKey */
  seen(caller: string, slotId: string): void {
    const key = `${caller} ${slotId}`;
    const clickedMs = this.#pairs.get(key)?.clickedMs ?? Number.NEGATIVE_INFINITY;
    this.#pairs.delete(key);
    this.#pairs.set(key, { seenMs: this.#clock.monotonicMs(), clickedMs });
    for (const oldest of this.#pairs.keys()) {
      if (this.#pairs.size <= PAIRS_MAX) return;
      this.#pairs.delete(oldest);
    }
  }

  /** Whether a click counts: what was clicked has been seen, and not clicked a moment ago. */
  clicks(caller: string, slotId: string): boolean {
    const pair = this.#pairs.get(`${caller} ${slotId}`);
    const nowMs = this.#clock.monotonicMs();
    if (pair === undefined || nowMs - pair.seenMs > SLOT_REMEMBERED_MS) return false;
    if (nowMs - pair.clickedMs < SLOT_CLICK_EVERY_MS) return false;
    pair.clickedMs = nowMs;
    return true;
  }
}
