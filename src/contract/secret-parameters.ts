/**
 * Names in an address, query or fragment, by which it opens something: a mail's link, a sign-in's return, a
 * hand-over, an outside playout's key. Nobody keeps a page by such an address.
 */
const SECRET_PARAMETERS = ['token', 'google_auth', 'apple_auth', 'key'];

export function holdsSecret(values: URLSearchParams): boolean {
  return SECRET_PARAMETERS.some((name) => values.has(name));
}
