import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { LISTENING_EVERY_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { ListeningEntry } from './listening-entry.wire.ts';

/**
 * Writes down every few minutes how much sound listeners were sent, and the rest when it ends; nothing while nobody
 * listens [R71]. A crash loses the stretch that it falls into.
 */
export class ListeningTally implements Disposable {
  readonly #clock: Clock;
  readonly #sentBytes: () => number;
  readonly #append: (entry: ListeningEntry) => void;
  readonly #timer: Disposable;
  #fromMs: number;
  #counted: number;

  /** @param options.sentBytes since the start, on all streams; never falls */
  constructor(options: { clock: Clock; sentBytes: () => number; append: (entry: ListeningEntry) => void }) {
    this.#clock = options.clock;
    this.#sentBytes = options.sentBytes;
    this.#append = options.append;
    this.#fromMs = this.#clock.nowMs();
    this.#counted = this.#sentBytes();
    this.#timer = this.#clock.every(LISTENING_EVERY_MS, () => this.#write());
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
    this.#write();
  }

  #write(): void {
    const startedMs = this.#fromMs;
    const sent = this.#sentBytes();
    const bytes = sent - this.#counted;
    this.#fromMs = this.#clock.nowMs();
    this.#counted = sent;
    const heardMs = Math.round((bytes * 8 * 1000) / BIT_RATE);
    if (bytes > 0) this.#append({ kind: 'listening', startedMs, bytes, heardMs });
  }
}
