import { availableParallelism } from 'node:os';
import { WireError } from '#src/platform/wire/wire-error.ts';
import {
  CURRENT_COST,
  type HashCost,
  hashPassword,
  needsRehash,
  passwordTrial,
  verifyPassword,
} from './password-hash.server.ts';

/** One hash holds a thread of libuv's four: reading files and resolving names need the others. */
const SLOTS = Math.max(1, Math.min(3, availableParallelism()));
/** At 0.06 to 0.13 s each, those at the end of the line wait some ten seconds. */
const WAITING = 100;
/**
 * Most of one address, hashing or waiting, so that a few addresses do not fill the line: a school logs in within three
 * seconds [W35].
 */
const PLACES_OF_ONE = 40;
const RETRY_AFTER_SECONDS = 10;

/**
 * Hashes and verifies passwords, a few at a time: 19 MiB each, so that a burst of logins costs time and not memory.
 */
export class PasswordGuard {
  readonly #slots: number;
  readonly #waiting = new FairLine();
  readonly #mostWaiting: number;
  /** How many places each caller has. */
  readonly #places = new Map<string, number>();
  #busy = 0;
  /** The hash that unknown accounts are verified against, so that they take as long as known ones. */
  readonly #nobody: Promise<string>;
  readonly #cost: HashCost;

  /** @param options.cost of new hashes; tests of what stands around passwords take a cheap one */
  constructor(options: { slots?: number; waiting?: number; cost?: HashCost } = {}) {
    this.#slots = options.slots ?? SLOTS;
    this.#cost = options.cost ?? CURRENT_COST;
    this.#nobody = hashPassword('', this.#cost);
    this.#mostWaiting = options.waiting ?? WAITING;
    this.#nobody.catch(() => {});
  }

  /**
   * `caller` is the addressKey of the real peer; `besides` a hash that this one will be verified together with, if
   * any.
   * @throws {WireError} `unavailable` when too many are waiting already, `too_many_requests` when too many of them are
   * this caller's
   */
  hash(caller: string, password: string, besides: string | null = null): Promise<string> {
    return this.#inSlot(caller, () => hashPassword(password, this.#cost, besides));
  }

  /**
   * Runs `before` when the turn has come, then verifies in that turn one candidate after the other until one matches:
   * `matched` is its place, -1 for none. A null candidate (no such account, or one without a password) takes the same
   * time and never matches. `rehashed` is the same password at today's cost when the stored one is not.
   * @throws as `hash`
   */
  verify(
    caller: string,
    candidates: readonly (string | null)[],
    password: string,
    before: () => Promise<void> = async () => {},
  ): Promise<{ matched: number; rehashed: string | null }> {
    return this.#inSlot(caller, async () => {
      await before();
      const matches = passwordTrial(password);
      for (const [place, encoded] of candidates.entries()) {
        if (encoded === null) await verifyPassword(await this.#nobody, password);
        if (encoded === null || !(await matches(encoded))) continue;
        return {
          matched: place,
          rehashed: needsRehash(encoded, this.#cost) ? await hashPassword(password, this.#cost) : null,
        };
      }
      return { matched: -1, rehashed: null };
    });
  }

  async #inSlot<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const places = this.#places.get(caller) ?? 0;
    if (places >= PLACES_OF_ONE) throw new WireError('too_many_requests', { retryAfterSeconds: 1 });
    if (this.#busy >= this.#slots && this.#waiting.length >= this.#mostWaiting)
      throw new WireError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#places.set(caller, places + 1);
    try {
      return await this.#inTurn(caller, work);
    } finally {
      const left = (this.#places.get(caller) ?? 0) - 1;
      if (left > 0) this.#places.set(caller, left);
      else this.#places.delete(caller);
    }
  }

  async #inTurn<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#slots) await this.#waiting.wait(caller);
    else this.#busy++;
    try {
      return await work();
    } finally {
      // A slot passes straight to the next in line: no newcomer can step in between.
      if (!this.#waiting.next()) this.#busy--;
    }
  }
}

/**
 * A waiting line with a queue for each caller, served in turn: a caller with many waiting holds up their own alone. The
 * queue of a caller is first in, first out.
 */
export class FairLine {
  readonly #waiting = new Map<string, (() => void)[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Resolves when `next` has come to this one. */
  wait(caller: string): Promise<void> {
    this.#length += 1;
    return new Promise((go) => {
      const own = this.#waiting.get(caller);
      if (own) own.push(go);
      else this.#waiting.set(caller, [go]);
    });
  }

  /** Lets the next one go; false when the line is empty. */
  next(): boolean {
    const [first] = this.#waiting;
    if (first === undefined) return false;
    const [caller, own] = first;
    const go = own.shift();
    this.#waiting.delete(caller);
    if (own.length > 0) this.#waiting.set(caller, own);
    this.#length -= 1;
    go?.();
    return true;
  }
}
