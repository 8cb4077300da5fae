import type { Clock } from '#src/platform/clock/clock.ts';

/** [R91] Shortest time between two announcements. */
const TITLE_SAID_EVERY_MS = 20_000;
/** How long the words stay. */
const TITLE_KEPT_MS = 10_000;

/**
 * Announces each new track once, at most one in `TITLE_SAID_EVERY_MS`. A track that comes sooner is announced
 * when that time is over, if it still plays then. Words that stayed would be read beside what plays by then, and said
 * anew in another language.
 */
export class TrackAnnouncer {
  readonly #clock: Clock;
  readonly #say: (title: string | null) => void;
  #saidMs = Number.NEGATIVE_INFINITY;
  #last: string | null = null;
  #waiting: Disposable | null = null;
  #keeping: Disposable | null = null;

  /** @param say is told null when there is nothing to say any more */
  constructor(clock: Clock, say: (title: string | null) => void) {
    this.#clock = clock;
    this.#say = say;
  }

  /**
   * @param title what plays now; null for nothing: the track after that is no change. Undefined while that is not
   * known, or the sound is lost and comes back: a track that has changed meanwhile has
   */
  update(title: string | null | undefined): void {
    if (title === undefined || title === this.#last) return;
    const isChange = this.#last !== null && title !== null;
    this.#last = title;
    this.#waiting?.[Symbol.dispose]();
    this.#waiting = null;
    if (!isChange) return;
    const dueMs = this.#saidMs + TITLE_SAID_EVERY_MS;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs >= dueMs) this.#announce(title);
    else this.#waiting = this.#clock.after(dueMs - nowMs, () => this.#announce(title));
  }

  #announce(title: string): void {
    this.#saidMs = this.#clock.monotonicMs();
    this.#say(title);
    this.#keeping?.[Symbol.dispose]();
    this.#keeping = this.#clock.after(TITLE_KEPT_MS, () => this.#say(null));
  }
}
