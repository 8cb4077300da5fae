import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { LISTENING_EVERY_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { ListeningEntry } from './listening-entry.wire.ts';

interface ListeningTallyOptions {
  clock: Clock;
  sentBytes: () => number;
  append: (entry: ListeningEntry) => void;
}

/**
 * Writes down every few minutes how much sound listeners were sent, and the rest when it ends; nothing while nobody
 * listens [R71]. A crash loses the stretch that it falls into.
 */
export class ListeningTally implements Disposable {
  readonly #options: ListeningTallyOptions;
  readonly #timer: Disposable;
  #fromMs: number;
  #counted: number;

  /** @param options.sentBytes since the start, on all streams; never falls */
  constructor(options: ListeningTallyOptions) {
    this.#options = options;
    this.#fromMs = this.#options.clock.nowMs();
    this.#counted = this.#options.sentBytes();
    this.#timer = this.#options.clock.every(LISTENING_EVERY_MS, () => this.#write());
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
    this.#write();
  }

  #write(): void {
    const startedMs = this.#fromMs;
    const sent = this.#options.sentBytes();
    const bytes = sent - this.#counted;
    this.#fromMs = this.#options.clock.nowMs();
    this.#counted = sent;
    const heardMs = Math.round((bytes * 8 * 1000) / BIT_RATE);
    if (bytes > 0) this.#options.append({ kind: 'listening', startedMs, bytes, heardMs });
  }
}
