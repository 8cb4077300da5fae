/** Where somebody may sign in besides here [A38], by the word that stands in addresses and on the wire. */
export const SIGN_IN_PROVIDERS = ['google', 'apple'] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

/** As they write themselves, in every language. */
export const PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = { google: 'Google', apple: 'Apple' };

/**
 * The cookie by which a browser that comes back from a provider knows that it was this one which signed in
 * [A78]: its value is the hash of the session's token (SHA-256, base64url). On a secure site its prefix keeps
 * other hosts of the domain from setting it, which would let them sign somebody in unasked.
 */
export function returnProofCookie(isSecure: boolean): { readonly name: string; readonly attributes: string } {
  return isSecure
    ? { name: '__Host-onde-return', attributes: 'Path=/; SameSite=Lax; Secure' }
    : { name: 'onde-return', attributes: 'Path=/; SameSite=Lax' };
}
