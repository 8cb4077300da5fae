import type { RateLimit, RateLimits } from '#src/platform/rate-limit/rate-limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often members and those who would be may try things. Keys: addressKey of the real peer, folded e-mail. */
export interface AccountLimits {
  /** Failed logins of an account from an address; key `email address` (wire.md, "Login limits"). */
  failuresOfAccount: RateLimit;
  /** Failed logins from an address (wire.md, "Login limits"). */
  failuresOfAddress: RateLimit;
  registrations: RateLimit;
  nameChecks: RateLimit;
  /** Mails that one address asks for. */
  mailsFromAddress: RateLimit;
  /** Mails that one mailbox gets on somebody's request. */
  mailsToMailbox: RateLimit;
}

export function createAccountLimits(limits: RateLimits): AccountLimits {
  return {
    failuresOfAccount: limits.limit('login-account', { most: 10, perMs: 15 * MINUTE_MS }),
    failuresOfAddress: limits.limit('login-address', { most: 100, perMs: HOUR_MS }),
    registrations: limits.limit('registration', { most: 100, perMs: HOUR_MS }),
    nameChecks: limits.limit('name-check', { most: 120, perMs: MINUTE_MS }),
    mailsFromAddress: limits.limit('mail-address', { most: 30, perMs: HOUR_MS }),
    mailsToMailbox: limits.limit('mail-mailbox', { most: 5, perMs: HOUR_MS }),
  };
}
