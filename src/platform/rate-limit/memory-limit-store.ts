import { hash } from 'node:crypto';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { PaceRule, WindowRule } from './limit.ts';
import type { LimitStore, Taken } from './rate-limits.ts';
import { TokenBuckets } from './token-buckets.ts';

/**
 * Most keys that one limit counts at once, some 15 MB. A caller with more addresses than that escapes the
 * limit.
 */
export const KEYS_MAX = 100_000;
/** 128 bits of a hash: all keys have the same size, and none shows an address. */
const KEY_BYTES = 16;

/** Limits of this process alone: each of several web processes counts for itself. */
export class MemoryLimitStore implements LimitStore {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #windows = new Map<string, { rule: WindowRule; counted: MemoryWindows }>();
  readonly #paces = new Map<string, TokenBuckets>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  async take(rule: WindowRule | PaceRule, key: string): Promise<Taken> {
    if ('perMs' in rule) return this.#windowsOf(rule).take(key);
    return { waitMs: this.#paceOf(rule).take(key), isLast: false };
  }

  async renew(rule: WindowRule, key: string): Promise<void> {
    this.#windowsOf(rule).renew(key);
  }

  async check(rule: WindowRule, key: string): Promise<number | null> {
    return this.#windowsOf(rule).check(key);
  }

  #windowsOf(rule: WindowRule): MemoryWindows {
    const known = this.#windows.get(rule.name);
    if (known === undefined) {
      const counted = new MemoryWindows(rule, this.#clock);
      this.#windows.set(rule.name, { rule, counted });
      return counted;
    }
    if (known.rule.most !== rule.most || known.rule.perMs !== rule.perMs)
      throw new Error(`two limits are called ${rule.name}`);
    return known.counted;
  }

  #paceOf({ name, perSecond, atOnce }: PaceRule): TokenBuckets {
    const known = this.#paces.get(name);
    if (known !== undefined) return known;
    const buckets = new TokenBuckets({ perSecond, burst: atOnce, clock: this.#clock });
    this.#paces.set(name, buckets);
    return buckets;
  }
}

/**
 * All windows of a limit have one length, so the map's order, in which they began, is also the order in which
 * they end: ended windows, and those past the maximum, are removed from its front. No timer, no search.
 */
export class MemoryWindows {
  readonly #rule: Pick<WindowRule, 'most' | 'perMs'>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #keysMax: number;
  readonly #windows = new Map<string, { count: number; readonly endMs: number }>();

  constructor(
    rule: Pick<WindowRule, 'most' | 'perMs'>,
    clock: Pick<Clock, 'monotonicMs'>,
    options: { keysMax?: number } = {},
  ) {
    this.#rule = rule;
    this.#clock = clock;
    this.#keysMax = options.keysMax ?? KEYS_MAX;
  }

  /** Keys that are counted now. */
  get size(): number {
    return this.#windows.size;
  }

  take(key: string): Taken {
    const nowMs = this.#clock.monotonicMs();
    this.#dropEnded(nowMs);
    const short = shortKey(key);
    const window = this.#windows.get(short) ?? { count: 0, endMs: nowMs + this.#rule.perMs };
    if (window.count >= this.#rule.most) return { waitMs: window.endMs - nowMs, isLast: false };
    window.count++;
    if (window.count === 1) this.#windows.set(short, window);
    this.#dropOldest();
    return { waitMs: null, isLast: window.count === this.#rule.most };
  }

  renew(key: string): void {
    const nowMs = this.#clock.monotonicMs();
    this.#dropEnded(nowMs);
    const short = shortKey(key);
    this.#windows.delete(short);
    this.#windows.set(short, { count: 1, endMs: nowMs + this.#rule.perMs });
    this.#dropOldest();
  }

  check(key: string): number | null {
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
