import type { Clock } from '#src/platform/clock/clock.ts';
import type { StoredAnswer } from '#src/web/answers/stored-answer.ts';

interface Entry {
  readonly page: Promise<StoredAnswer>;
  readonly tags: readonly string[];
  /** Null while it is being rendered. */
  whole: StoredAnswer | null;
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

  /** The page, if it is there already. */
  peek(key: string): StoredAnswer | null {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.staleMs > this.#clock.monotonicMs() ? entry.whole : null;
  }

  /** @param tags those by which it may be forgotten */
  get(key: string, tags: readonly string[], render: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
    const known = this.#entries.get(key);
    if (known !== undefined && known.staleMs > this.#clock.monotonicMs()) return known.page;
    if (known !== undefined) this.#drop(key, known);
    const entry: Entry = {
      page: render(),
      tags,
      whole: null,
      staleMs: Number.POSITIVE_INFINITY,
      sizeBytes: 0,
    };
    this.#entries.set(key, entry);
    entry.page.then(
      (page) => this.#keep(key, entry, page),
      () => this.#drop(key, entry),
    );
    return entry.page;
  }

  /** Forgets all pages, those that are being rendered too: their callers get them, and nobody else. */
  clear(): void {
    this.#entries.clear();
    this.#sizeBytes = 0;
  }

  /** The same for pages that have one of these tags. */
  forget(tags: readonly string[]): void {
    for (const [key, entry] of this.#entries)
      if (entry.tags.some((tag) => tags.includes(tag))) this.#drop(key, entry);
  }

  #keep(key: string, entry: Entry, page: StoredAnswer): void {
    if (this.#entries.get(key) !== entry) return;
    entry.staleMs = this.#clock.monotonicMs() + this.#keptMs;
    entry.whole = page;
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
