import { hash } from 'node:crypto';
import type { Clock } from '#src/platform/clock/clock.ts';

/** So many in a window that begins with the first one. */
export interface RateRule {
  most: number;
  perMs: number;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Counts by key: an address, an account, both. */
export interface RateLimit {
  /** Counts one. Null while that is allowed, else the milliseconds until the next one is. */
  take(key: string): Promise<number | null>;
  /** As `take`, without counting. */
  check(key: string): Promise<number | null>;
}

/** Makes limits that count in one place. */
export interface RateLimits {
  /** `onReached` is told each key that has taken its last one, once a window. */
  limit(rule: RateRule, onReached?: (key: string) => void): RateLimit;
}

/** Most keys that one limit counts at once, some 15 MB. A caller with more addresses than that escapes the limit. */
export const KEYS_MAX = 100_000;
/** 128 bits of a hash: all keys have the same size, and none shows an address. */
const KEY_BYTES = 16;

/** Limits of this process alone: each of several web processes counts for itself. */
export function createMemoryRateLimits(clock: Pick<Clock, 'monotonicMs'>): RateLimits {
  return { limit: (rule, onReached) => new MemoryRateLimit(rule, clock, { onReached }) };
}

/**
 * All windows of a limit have one length, so the map's order, in which they began, is also the order in which they end:
 * ended windows, and those past the maximum, are removed from its front. No timer, no search.
 */
export class MemoryRateLimit implements RateLimit {
  readonly #rule: RateRule;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #keysMax: number;
  readonly #onReached: (key: string) => void;
  readonly #windows = new Map<string, { count: number; readonly endMs: number }>();

  constructor(
    rule: RateRule,
    clock: Pick<Clock, 'monotonicMs'>,
    options: { keysMax?: number; onReached?: ((key: string) => void) | undefined } = {},
  ) {
    this.#rule = rule;
    this.#clock = clock;
    this.#keysMax = options.keysMax ?? KEYS_MAX;
    this.#onReached = options.onReached ?? (() => {});
  }

  /** Keys that are counted now. */
  get size(): number {
    return this.#windows.size;
  }

  async take(key: string): Promise<number | null> {
    const nowMs = this.#clock.monotonicMs();
    this.#dropEnded(nowMs);
    const short = shortKey(key);
    const window = this.#windows.get(short) ?? { count: 0, endMs: nowMs + this.#rule.perMs };
    if (window.count >= this.#rule.most) return window.endMs - nowMs;
    window.count++;
    if (window.count === 1) this.#windows.set(short, window);
    if (window.count === this.#rule.most) this.#onReached(key);
    this.#dropOldest();
    return null;
  }

  async check(key: string): Promise<number | null> {
    const nowMs = this.#clock.monotonicMs();
    this.#dropEnded(nowMs);
    const window = this.#windows.get(shortKey(key));
    return window !== undefined && window.count >= this.#rule.most ? window.endMs - nowMs : null;
  }

  #dropEnded(nowMs: number): void {
    for (const [key, { endMs }] of this.#windows) {
      if (endMs > nowMs) return;
      this.#windows.delete(key);
    }
  }

  #dropOldest(): void {
    for (const key of this.#windows.keys()) {
      if (this.#windows.size <= this.#keysMax) return;
      this.#windows.delete(key);
    }
  }
}

function shortKey(key: string): string {
  return hash('sha256', key, 'buffer').subarray(0, KEY_BYTES).toString('base64url');
}
