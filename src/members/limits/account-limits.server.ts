import {
  EXPORTS_AN_HOUR,
  FAILED_LOGINS_AN_HOUR,
  FAILED_LOGINS_OF_ACCOUNT,
  LOGINS_WINDOW_MS,
  MAIL_REQUESTS_AN_HOUR,
  MAILS_TO_MAILBOX_AN_HOUR,
  MAILS_TO_NEW_ADDRESSES_AN_HOUR,
  MEMBER_CALLS_A_SECOND,
  MEMBER_CALLS_AT_ONCE,
  NAME_CHECKS_A_MINUTE,
  PROVIDER_SIGN_INS_AN_HOUR,
  REGISTRATIONS_AN_HOUR,
  RIGHT_LOGINS_OF_ACCOUNT,
} from '#src/contract/limits.ts';
import { withoutTag } from '#src/members/rules/mailbox.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { limitOfCallers } from '#src/platform/rate-limit/caller-limits.ts';
import { HOUR_MS, MINUTE_MS, type RateLimit, type RateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import { TokenBuckets } from '#src/platform/rate-limit/token-buckets.ts';

/** How often a caller may try each thing [W35, W36, W118]. Keys: addressKey of the real peer, mailbox, id of a member. */
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
  /** Mails to addresses that are no member's, of the whole station [W118]; key STATION. */
  mailsToNewAddresses: RateLimit;
  /** All calls of a member [W118]. */
  memberCalls: TokenBuckets;
  /** Downloads of all that is kept of a member [W118]. */
  exports: RateLimit;
}

/** The one key of what the whole station has a limit for. */
export const STATION = 'station';

/** Is told what reaches a limit. */
export interface LimitWatch {
  /** @param key an addressKey or siteKey; of an account its mailbox and a space before that */
  reached(of: 'account' | 'address' | 'station', limit: string, key: string): void;
}

export function createAccountLimits(
  limits: RateLimits,
  clock: Pick<Clock, 'monotonicMs'>,
  watch: LimitWatch,
): AccountLimits {
  const anHour = (name: string, most: number) =>
    limitOfCallers(limits, { most, perMs: HOUR_MS }, (key) => watch.reached('address', name, key));
  const ofAccount = (name: string, most: number) =>
    limitOfCallers(limits, { most, perMs: LOGINS_WINDOW_MS }, (key) => watch.reached('account', name, key));
  const toMailbox = limits.limit({ most: MAILS_TO_MAILBOX_AN_HOUR, perMs: HOUR_MS });
  return {
    failuresOfAccount: ofAccount('failed_logins', FAILED_LOGINS_OF_ACCOUNT),
    failuresOfAddress: anHour('failed_logins', FAILED_LOGINS_AN_HOUR),
    logins: ofAccount('right_logins', RIGHT_LOGINS_OF_ACCOUNT),
    registrations: anHour('registrations', REGISTRATIONS_AN_HOUR),
    providerSignIns: anHour('provider_sign_ins', PROVIDER_SIGN_INS_AN_HOUR),
    nameChecks: limitOfCallers(limits, { most: NAME_CHECKS_A_MINUTE, perMs: MINUTE_MS }),
    mailsFromAddress: anHour('mail_requests', MAIL_REQUESTS_AN_HOUR),
    mailsToMailbox: {
      take: (mailbox) => toMailbox.take(withoutTag(mailbox)),
      check: (mailbox) => toMailbox.check(withoutTag(mailbox)),
    },
    mailsToNewAddresses: limits.limit({ most: MAILS_TO_NEW_ADDRESSES_AN_HOUR, perMs: HOUR_MS }, (key) =>
      watch.reached('station', 'mails_to_new_addresses', key),
    ),
    memberCalls: new TokenBuckets({ perSecond: MEMBER_CALLS_A_SECOND, burst: MEMBER_CALLS_AT_ONCE, clock }),
    exports: limits.limit({ most: EXPORTS_AN_HOUR, perMs: HOUR_MS }),
  };
}
