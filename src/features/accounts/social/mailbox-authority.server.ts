/**
 * Domains whose mailboxes the provider runs itself. For any other it checked the mailbox only once, maybe
 * long ago.
 */
const OWN_MAILBOXES: Readonly<Record<string, readonly string[]>> = {
  'https://accounts.google.com': ['gmail.com', 'googlemail.com'],
  'https://appleid.apple.com': ['privaterelay.appleid.com', 'icloud.com', 'me.com', 'mac.com'],
};

/**
 * Whether a provider's word about a mailbox is good enough to open an account that has its own proof of it
 * [A95]. A provider of the operator's own is: who sets it up answers for it.
 * @param hostedDomain Google's `hd`: the organisation that runs the mailbox there
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function isAuthoritative(issuer: string, email: string, hostedDomain: string | undefined): boolean {
  const own = OWN_MAILBOXES[issuer];
  if (own === undefined) return true;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return own.includes(domain) || (issuer === 'https://accounts.google.com' && Boolean(hostedDomain));
}
