import { domainToASCII } from 'node:url';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { cleanEmail, EMAIL_MAX } from './account-rules.ts';

/**
 * Labels of letters, digits and hyphens (underscores are seen too); the last one has a letter, or it is a
 * number's.
 */
const DOMAIN = /^([a-z0-9_-]{1,63}\.)*(?=[^.]*[a-z])[a-z0-9_-]{1,63}$/;

/**
 * The one form of all addresses that lead to one mailbox: uniqueness, limits and mails go by it [W33]. The
 * domain is ASCII (IDNA), the local part composed and in lower case. Null for a text that is no address, is
 * longer than EMAIL_MAX, ends in a dot, or holds characters that stand for others (NFKC), such as `ａ`.
 */
export function findMailbox(email: string): string | null {
  const address = cleanEmail(email);
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = asciiDomain(address.slice(at + 1));
  if (at < 1 || domain === null || local.normalize('NFKC') !== local) return null;
  const mailbox = `${local.toLowerCase().normalize('NFC')}@${domain}`;
  return address.length <= EMAIL_MAX && mailbox.length <= EMAIL_MAX ? mailbox : null;
}

/**
 * Like findMailbox.
 * @throws {WireError} `validation_failed` for an address without a mailbox
 */
export function requireMailbox(email: string): string {
  const mailbox = findMailbox(email);
  if (mailbox === null) throw new WireError('validation_failed', { fields: { email: 'email_invalid' } });
  return mailbox;
}

/** The key by which an account is looked up: an address from before today's rule stands for itself alone. */
export function mailboxKey(email: string): string {
  return findMailbox(email) ?? cleanEmail(email);
}

/**
 * domainToASCII reads a host as an address bar does; forms that only an address bar understands are no
 * domain.
 */
function asciiDomain(domain: string): string | null {
  if (/[^\p{L}\p{M}\p{N}.\-_\u3002\uFF0E\uFF61]/u.test(domain)) return null;
  const ascii = domainToASCII(domain);
  return DOMAIN.test(ascii) ? ascii : null;
}

/**
 * The mailbox that a sub-address most likely leads to: limits of mails go by it, never identity. Without what
 * follows a `+` in the local part.
 */
export function withoutTag(mailbox: string): string {
  return mailbox.replace(/(?<=.)\+[^@]*(?=@[^@]*$)/, '');
}
