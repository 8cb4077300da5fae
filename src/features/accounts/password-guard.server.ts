import { availableParallelism } from 'node:os';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { hashPassword, needsRehash, verifyPassword } from './password-hash.server.ts';

/** One hash holds a thread of libuv's four: reading files and resolving names need the others. */
const SLOTS = Math.max(1, Math.min(3, availableParallelism()));
/** At 0.06 to 0.13 s each, those at the end of the line wait some ten seconds. */
const WAITING = 100;
const RETRY_AFTER_SECONDS = 10;

/**
 * Hashes and verifies passwords, a few at a time: 19 MiB each, so that a burst of logins costs time and not memory.
 */
export class PasswordGuard {
  readonly #slots: number;
  readonly #waiting: (() => void)[] = [];
  readonly #mostWaiting: number;
  #busy = 0;
  /** What unknown accounts are verified against, so that they take as long as known ones. */
  readonly #nobody = hashPassword('');

  constructor(options: { slots?: number; waiting?: number } = {}) {
    this.#slots = options.slots ?? SLOTS;
    this.#mostWaiting = options.waiting ?? WAITING;
    this.#nobody.catch(() => {});
  }

  /** Throws `unavailable` when too many are waiting already. */
  hash(password: string): Promise<string> {
    return this.#inSlot(() => hashPassword(password));
  }

  /**
   * Runs `before` when the turn has come, then verifies in that turn one candidate after the other until one matches:
   * `matched` is its place, -1 for none. A null candidate (no such account, or one without a password) takes the same time
   * and never matches. `rehashed` is the same password at today's cost when the stored one is not.
   */
  verify(
    candidates: readonly (string | null)[],
    password: string,
    before: () => Promise<void> = async () => {},
  ): Promise<{ matched: number; rehashed: string | null }> {
    return this.#inSlot(async () => {
      await before();
      for (const [place, encoded] of candidates.entries()) {
        const matches = await verifyPassword(encoded ?? (await this.#nobody), password);
        if (encoded === null || !matches) continue;
        return { matched: place, rehashed: needsRehash(encoded) ? await hashPassword(password) : null };
      }
      return { matched: -1, rehashed: null };
    });
  }

  async #inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#slots) {
      if (this.#waiting.length >= this.#mostWaiting)
        throw new WireError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#busy++;
    }
    try {
      return await work();
    } finally {
      // A slot passes straight to the next in line: nobody can step in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy--;
    }
  }
}
