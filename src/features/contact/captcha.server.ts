import type { Database } from '#src/db/database.ts';
import type { Challenge } from './challenge.wire.ts';

/** Something that no robot had for nothing. */
export interface Proof {
  /**
   * In the transaction that it lets in: both happen or neither.
   * @throws {WireError} `captcha_invalid` when it was used before
   */
  spend(trx: Database): Promise<void>;
}

/** Tells visitors from robots: by a proof of work, or by Google's word. */
export interface Captcha {
  /**
   * What a browser is given to solve.
   * @throws {WireError} `captcha_not_offered` where Google does it
   */
  challenge(): Promise<Challenge>;
  /**
   * Reads `recaptchaToken`.
   * @throws {WireError} `captcha_invalid`, or `captcha_unavailable` when nobody can say
   */
  verify(token: string): Promise<Proof>;
}
