import type { RateLimit, RateLimits } from '#src/platform/rate-limit/rate-limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often a caller may try each thing [W35, W36]. Keys: addressKey of the real peer, mailbox. */
export interface AccountLimits {
  /** Failed logins of an account from an address; key `mailbox address` [W35]. */
  failuresOfAccount: RateLimit;
  /** Failed logins from an address [W35]. */
  failuresOfAddress: RateLimit;
  /** Right logins of an account from an address; key `mailbox address` [W35]. */
  logins: RateLimit;
  registrations: RateLimit;
  /** Sign-ins by a provider [W35]. */
  providerSignIns: RateLimit;
  nameChecks: RateLimit;
  /** Mails that one address asks for. */
  mailsFromAddress: RateLimit;
  /** Mails that one mailbox gets on request [W36]. */
  mailsToMailbox: RateLimit;
}

export function createAccountLimits(limits: RateLimits): AccountLimits {
  return {
    failuresOfAccount: limits.limit({ most: 10, perMs: 15 * MINUTE_MS }),
    failuresOfAddress: limits.limit({ most: 100, perMs: HOUR_MS }),
    logins: limits.limit({ most: 30, perMs: 15 * MINUTE_MS }),
    registrations: limits.limit({ most: 100, perMs: HOUR_MS }),
    providerSignIns: limits.limit({ most: 100, perMs: HOUR_MS }),
    nameChecks: limits.limit({ most: 120, perMs: MINUTE_MS }),
    mailsFromAddress: limits.limit({ most: 30, perMs: HOUR_MS }),
    mailsToMailbox: limits.limit({ most: 5, perMs: HOUR_MS }),
  };
}
