/**
 * The cookie by which a browser that comes back from a provider knows that it was this one which signed in [A78]: its
 * value is the hash of the session's token (SHA-256, base64url).
 */
export const RETURN_PROOF = 'onde-return';
