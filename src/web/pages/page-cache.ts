import type { Clock } from '#src/platform/clock/clock.ts';
import type { StoredAnswer } from '#src/web/answers/stored-answer.ts';

interface Entry {
  readonly page: Promise<StoredAnswer>;
  /** Monotonic; Infinity while it is being rendered. */
  staleMs: number;
  sizeBytes: number;
}

/** Pages of the last seconds. Callers of a page that is being rendered share one rendering. */
export class PageCache {
  readonly #clock: Clock;
  readonly #keptMs: number;
  readonly #limitBytes: number;
  readonly #entries = new Map<string, Entry>();
  #sizeBytes = 0;

  constructor(options: { clock: Clock; keptMs: number; limitBytes: number }) {
    this.#clock = options.clock;
    this.#keptMs = options.keptMs;
    this.#limitBytes = options.limitBytes;
  }

  /** Whether the page is there, or on its way: `get` would not render it. */
  has(key: string): boolean {
    return (this.#entries.get(key)?.staleMs ?? 0) > this.#clock.monotonicMs();
  }

  get(key: string, render: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
    const known = this.#entries.get(key);
    if (known !== undefined && known.staleMs > this.#clock.monotonicMs()) return known.page;
    if (known !== undefined) this.#drop(key, known);
    const entry: Entry = { page: render(), staleMs: Number.POSITIVE_INFINITY, sizeBytes: 0 };
    this.#entries.set(key, entry);
    entry.page.then(
      (page) => this.#keep(entry, page),
      () => this.#drop(key, entry),
    );
    return entry.page;
  }

  #keep(entry: Entry, page: StoredAnswer): void {
    entry.staleMs = this.#clock.monotonicMs() + this.#keptMs;
    entry.sizeBytes = page.sizeBytes;
    this.#sizeBytes += page.sizeBytes;
    for (const [key, oldest] of this.#entries) {
      const isStale = oldest.staleMs <= this.#clock.monotonicMs();
      if (!isStale && this.#sizeBytes <= this.#limitBytes) break;
      if (oldest.staleMs !== Number.POSITIVE_INFINITY) this.#drop(key, oldest);
    }
  }

  #drop(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#sizeBytes -= entry.sizeBytes;
  }
}
