import { HOUR_MS } from '#src/contract/durations.ts';
import {
  MAIL_REQUESTS_AN_HOUR,
  MAILS_TO_MAILBOX_AN_HOUR,
  MAILS_TO_NEW_ADDRESSES_AN_HOUR,
  PROVIDER_SIGN_INS_AN_HOUR,
  REGISTRATIONS_AN_HOUR,
} from '#src/contract/limits.ts';
import { perAddress, perMailbox, perStation } from '#src/platform/rate-limit/limit.ts';

/** Those of passwords: password-attempt.server.ts. */
export const registrations = perAddress({ REGISTRATIONS_AN_HOUR }, HOUR_MS);
/** Sign-ins by a provider, by a call or by its page [W35]. */
export const providerSignIns = perAddress({ PROVIDER_SIGN_INS_AN_HOUR }, HOUR_MS);
/** Mails that one address asks for. */
export const mailRequests = perAddress({ MAIL_REQUESTS_AN_HOUR }, HOUR_MS);
/**
 * Mails that one mailbox gets on request [W36]; key: the mailbox withoutTag. Those for a new password have a count of
 * their own (`passwordMailsOf`): a stranger's registrations would keep them from a member.
 */
export const mailsToMailbox = perMailbox({ MAILS_TO_MAILBOX_AN_HOUR }, HOUR_MS);
/** The key by which mails for a new password count. No mailbox begins with a space. */
export const passwordMailsOf = (mailbox: string): string => ` ${mailbox}`;
/** Mails to addresses that are no member's [W118]. */
export const mailsToNewAddresses = perStation({ MAILS_TO_NEW_ADDRESSES_AN_HOUR }, HOUR_MS);
