import type { ListenersEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { LISTENING_EVERY_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

interface FiguresTallyOptions {
  clock: Clock;
  take: () => ListenersEntry | null;
  append: (entry: ListenersEntry) => void;
}

/**
 * Writes down every few minutes, and on the hour, how many listen [R176], and the rest when it ends; nothing while
 * there is nothing new.
 */
export class FiguresTally implements Disposable {
  readonly #options: FiguresTallyOptions;
  #timer: Disposable;
  #written = '';

  constructor(options: FiguresTallyOptions) {
    this.#options = options;
    this.#timer = this.#wait();
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
    this.#write();
  }

  /** An hour is a whole number of these stretches of the clock. */
  #wait(): Disposable {
    const { clock } = this.#options;
    const delayMs = LISTENING_EVERY_MS - (clock.nowMs() % LISTENING_EVERY_MS);
    return clock.after(delayMs, () => {
      this.#timer = this.#wait();
      this.#write();
    });
  }

  #write(): void {
    const entry = this.#options.take();
    if (entry === null) return;
    const { untilMs: _, ...figures } = entry;
    const written = JSON.stringify(figures);
    if (written === this.#written) return;
    this.#written = written;
    this.#options.append(entry);
  }
}
