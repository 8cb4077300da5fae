import type { Database } from '#src/db/database.ts';
import type { Challenge } from './contact.wire.ts';

/** Proof that the sender is no robot. */
export interface Proof {
  /**
   * Marks the proof as used, in the transaction that keeps the message: both happen or neither.
   * @throws {WireError} `captcha_invalid` when it was used before
   */
  spend(trx: Database): Promise<void>;
}

/** Tells visitors from robots, by a proof of work or by asking Google. */
export interface Captcha {
  /**
   * Returns what a browser is to solve.
   * @throws {WireError} `captcha_not_offered` where Google does it
   */
  challenge(): Promise<Challenge>;
  /**
   * Checks `recaptchaToken`.
   * @throws {WireError} `captcha_invalid`, or `captcha_unavailable` when Google does not answer
   */
  verify(token: string): Promise<Proof>;
}
