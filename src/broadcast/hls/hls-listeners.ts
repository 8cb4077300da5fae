import { hash } from 'node:crypto';
import { SEGMENT_LISTENER_MS } from '#src/broadcast/figures/segment-listeners.ts';
import type { AdFreePermits } from '#src/broadcast/listeners/ad-free.ts';
import type { Admission, Refusal } from '#src/broadcast/listeners/admission.ts';
import type { Variant } from '#src/broadcast/timeline/timeline.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import type { Peer } from '#src/platform/wire/peer-address.ts';

const SWEEP_MS = 5_000;
/** Breaks that a playlist may reach into at once, for a few members behind one address. */
const BREAKS_MAX = 16;
/** Most of those who were turned away that are told apart: made-up programs would fill the memory. */
export const TURNED_AWAY_MAX = 10_000;

interface HlsListenersOptions {
  admission: Admission;
  adFree: AdFreePermits;
  clock: Pick<Clock, 'monotonicMs' | 'after'>;
}

/** Somebody who fetches a stream's playlist or segments. */
export interface HlsListener {
  /**
   * What the listener hears with the token of a member, or with none that counts. A member's variant takes one
   * of its streams without adverts, and keeps it while listening.
   */
  variantFor(member: string | null): Variant;
  /** The same in a break, where it stays what it was when it was first asked for [W141]. */
  variantInBreak(breakFrame: number, member: string | null): Variant;
}

/** Whom no limit counts: a robot of this station, and a request for a head alone. */
export const UNCOUNTED: HlsListener = {
  variantFor: (member) => (member === null ? 'guest' : 'member'),
  variantInBreak: (_, member) => (member === null ? 'guest' : 'member'),
};

/**
 * Who listens by HLS, as far as limits count [W142]. There is no connection: one address (in IPv6 a /64) and
 * program on one stream is one listener, from its first request until it has asked for nothing for a while.
 */
export class HlsListeners implements Disposable {
  readonly #options: HlsListenersOptions;
  readonly #present = new Map<string, Present>();
  /** When each of those who were turned away was counted last, the earliest first. */
  readonly #turnedAway = new Map<string, number>();
  #timer: Disposable | null = null;

  constructor(options: HlsListenersOptions) {
    this.#options = options;
  }

  /** The number of those who are remembered as turned away. */
  get turnedAway(): number {
    return this.#turnedAway.size;
  }

  /** Counts a request, and lets a new listener in or says why not. */
  enter(streamId: StreamId, peer: Peer, program: string): HlsListener | Refusal {
    const { admission, adFree, clock } = this.#options;
    const key = hash('sha256', `${streamId}\n${addressKey(peer.address)}\n${program}`, 'base64url');
    const known = this.#present.get(key);
    if (known) {
      known.lastMs = clock.monotonicMs();
      return known;
    }
    const refusal = admission.enter(streamId, peer);
    this.#timer ??= clock.after(SWEEP_MS, () => this.#sweep());
    if (refusal) {
      this.#countRefused(key, refusal);
      return refusal;
    }
    this.#turnedAway.delete(key);
    const listener = new Present(adFree, clock.monotonicMs(), () => admission.leave(streamId, peer));
    this.#present.set(key, listener);
    return listener;
  }

  /** A player that is turned away asks again every few seconds: it is one more for as long as it would be a listener. */
  #countRefused(key: string, refusal: Refusal): void {
    const { admission, clock } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs - (this.#turnedAway.get(key) ?? Number.NEGATIVE_INFINITY) < SEGMENT_LISTENER_MS) return;
    admission.countRefused(refusal);
    this.#turnedAway.delete(key);
    this.#turnedAway.set(key, nowMs);
    const [earliest] = this.#turnedAway.keys();
    if (this.#turnedAway.size > TURNED_AWAY_MAX && earliest !== undefined) this.#turnedAway.delete(earliest);
  }

  #sweep(): void {
    const { clock } = this.#options;
    const goneMs = clock.monotonicMs() - SEGMENT_LISTENER_MS;
    for (const [key, listener] of this.#present) {
      if (listener.lastMs > goneMs) continue;
      this.#present.delete(key);
      listener.leave();
    }
    for (const [key, countedMs] of this.#turnedAway) {
      if (countedMs > goneMs) break;
      this.#turnedAway.delete(key);
    }
    this.#timer =
      this.#present.size + this.#turnedAway.size > 0 ? clock.after(SWEEP_MS, () => this.#sweep()) : null;
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
  }
}

class Present implements HlsListener {
  lastMs: number;
  readonly #adFree: AdFreePermits;
  readonly #onLeave: () => void;
  readonly #permits = new Map<string, Disposable>();
  readonly #inBreaks = new Map<string, Variant>();

  constructor(adFree: AdFreePermits, lastMs: number, onLeave: () => void) {
    this.#adFree = adFree;
    this.lastMs = lastMs;
    this.#onLeave = onLeave;
  }

  variantFor(member: string | null): Variant {
    if (member === null) return 'guest';
    if (this.#permits.has(member)) return 'member';
    const permit = this.#adFree.take(member);
    if (permit) this.#permits.set(member, permit);
    return permit ? 'member' : 'guest';
  }

  variantInBreak(breakFrame: number, member: string | null): Variant {
    if (member === null) return 'guest';
    const key = `${breakFrame} ${member}`;
    const known = this.#inBreaks.get(key);
    if (known) return known;
    const variant = this.variantFor(member);
    this.#inBreaks.set(key, variant);
    const [oldest] = this.#inBreaks.keys();
    if (this.#inBreaks.size > BREAKS_MAX && oldest !== undefined) this.#inBreaks.delete(oldest);
    return variant;
  }

  leave(): void {
    for (const permit of this.#permits.values()) permit[Symbol.dispose]();
    this.#onLeave();
  }
}
