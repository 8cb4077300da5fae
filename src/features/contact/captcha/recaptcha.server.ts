import * as z from 'zod';
import type { Captcha, Proof } from '#src/features/contact/captcha.server.ts';
import type { Challenge } from '#src/features/contact/contact.wire.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

/** Where to ask Google, and how long to wait. */
export interface SiteVerify {
  readonly address: string;
  readonly timeoutMs: number;
}
/** Longest that a visitor waits for Google [W97]. */
const RECAPTCHA_TIMEOUT_MS = 5_000;
export const GOOGLE: SiteVerify = {
  address: 'https://www.google.com/recaptcha/api/siteverify',
  timeoutMs: RECAPTCHA_TIMEOUT_MS,
};

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
});
/** Google's codes for problems that the operator has to mend. */
const OPERATOR_CODES = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'bad-request',
  'invalid-keys',
]);
const TOKEN_MAX = 8_000;

/** Google's reCAPTCHA: Google accepts a token once, within two minutes. The visitor's address is not sent. */
export class Recaptcha implements Captcha {
  readonly #options: { secret: string; logger: Logger; siteVerify: SiteVerify };
  readonly #google: Outage;
  #isKeyRefused = false;

  constructor(options: { secret: string; logger: Logger; siteVerify: SiteVerify }) {
    this.#options = options;
    this.#google = new Outage({
      clock: systemClock,
      logger: options.logger,
      words: {
        gone: 'Google does not answer about reCAPTCHA, so nobody can use the contact form: check that this server reaches www.google.com',
        back: 'Google answers about reCAPTCHA again',
      },
    });
  }

  async challenge(): Promise<Challenge> {
    throw new WireError('captcha_not_offered');
  }

  async verify(token: string): Promise<Proof> {
    if (token.length > TOKEN_MAX) throw refusal();
    const answer = await this.#ask(token);
    this.#google.worked();
    const codes = answer['error-codes'].filter((code) => OPERATOR_CODES.has(code));
    if (codes.length > 0) {
      if (!this.#isKeyRefused)
        this.#options.logger.error(
          { codes },
          'Google refuses the key of reCAPTCHA, so nobody can use the contact form: check RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET',
        );
      this.#isKeyRefused = true;
      throw new WireError('captcha_unavailable');
    }
    this.#isKeyRefused = false;
    if (!answer.success) throw refusal();
    return { spend: async () => {} };
  }

  async #ask(token: string): Promise<z.infer<typeof answerSchema>> {
    const { secret, siteVerify } = this.#options;
    const { address, timeoutMs } = siteVerify;
    try {
      const response = await fetch(address, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      return answerSchema.parse(await response.json());
    } catch (cause) {
      this.#google.failed(String(cause));
      throw new WireError('captcha_unavailable', { cause });
    }
  }
}

function refusal(): WireError {
  return new WireError('captcha_invalid', { fields: { recaptchaToken: 'invalid' } });
}
