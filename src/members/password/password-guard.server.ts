import { availableParallelism } from 'node:os';
import { AddressHolds } from '#src/platform/rate-limit/address-key.ts';
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
const PERMITS = Math.max(1, Math.min(3, availableParallelism()));
/** At 0.06 to 0.13 s each, those at the end of the line wait some ten seconds. */
const WAITING = 100;
/**
 * Most passwords of one address that are hashed or wait, so that a few addresses do not fill the line. A
 * school behind one address still logs in within three seconds [W35].
 */
const PASSWORDS_OF_ONE = 40;
/** Most of a whole /48 of IPv6, all its addresses together: less than the line holds [W35]. */
const PASSWORDS_OF_SITE = 80;
const RETRY_AFTER_SECONDS = 10;

/**
 * Hashes and verifies passwords, a few at a time: 19 MiB each, so that a burst of logins costs time and not
 * memory.
 */
export class PasswordGuard {
  readonly #permits: number;
  readonly #waiting = new FairLine();
  readonly #mostWaiting: number;
  /** How many passwords of each caller, and of each site, are hashed or wait. */
  readonly #held = new AddressHolds(PASSWORDS_OF_ONE, PASSWORDS_OF_SITE);
  #busy = 0;
  /** The hash that unknown accounts are verified against, so that they take as long as known ones. */
  readonly #nobody: Promise<string>;
  readonly #cost: HashCost;

  /** @param options.cost of new hashes; tests of what stands around passwords take a cheap one */
  constructor(options: { permits?: number; waiting?: number; cost?: HashCost } = {}) {
    this.#permits = options.permits ?? PERMITS;
    this.#cost = options.cost ?? CURRENT_COST;
    this.#nobody = hashPassword('', this.#cost);
    this.#mostWaiting = options.waiting ?? WAITING;
    this.#nobody.catch(() => {});
  }

  /**
   * `caller` is the addressKey of the real peer; `besides` a hash that this one will be verified together
   * with, if any.
   * @throws {WireError} `unavailable` when too many are waiting already, `too_many_requests` when too many of
   * them are this caller's, or its site's
   */
  hash(caller: string, password: string, besides: string | null = null): Promise<string> {
    return this.#withPermit(caller, () => hashPassword(password, this.#cost, besides));
  }

  /**
   * Runs `before` when the turn has come, then verifies in that turn one candidate after the other until one
   * matches: `matched` is its index, -1 without a match. A null candidate (no such account, or one without a
   * password) takes the same time and never matches. `rehashed` is the same password at today's cost when the
   * stored one is not.
   * @throws as `hash`
   */
  verify(
    caller: string,
    candidates: readonly (string | null)[],
    password: string,
    before: () => Promise<void> = async () => {},
  ): Promise<{ matched: number; rehashed: string | null }> {
    return this.#withPermit(caller, async () => {
      await before();
      const matches = passwordTrial(password);
      for (const [index, encoded] of candidates.entries()) {
        if (encoded === null) await verifyPassword(await this.#nobody, password);
        if (encoded === null || !(await matches(encoded))) continue;
        return {
          matched: index,
          rehashed: needsRehash(encoded, this.#cost) ? await hashPassword(password, this.#cost) : null,
        };
      }
      return { matched: -1, rehashed: null };
    });
  }

  async #withPermit<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (!this.#held.hasRoom(caller)) throw new WireError('too_many_requests', { retryAfterSeconds: 1 });
    if (this.#busy >= this.#permits && this.#waiting.length >= this.#mostWaiting)
      throw new WireError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#held.add(caller);
    try {
      return await this.#inTurn(caller, work);
    } finally {
      this.#held.remove(caller);
    }
  }

  async #inTurn<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#permits) await this.#waiting.wait(caller);
    else this.#busy++;
    try {
      return await work();
    } finally {
      // A permit passes straight to the next in line: no newcomer can step in between.
      if (!this.#waiting.next()) this.#busy--;
    }
  }
}

/**
 * A waiting line with a queue for each caller, served in turn: a caller with many waiting holds up their own
 * alone. The queue of a caller is first in, first out.
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
