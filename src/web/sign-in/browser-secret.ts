import { SIGN_IN_MS } from '#src/contract/limits.ts';
import { returnProofCookie } from '#src/contract/return-proof.ts';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import { SecretCookie } from '#src/features/accounts/sessions/secret-cookie.server.ts';
import { hashToken } from '#src/members/session/secret-token.server.ts';

/** How long the page has to come back with its token [W91]. */
const RETURN_SECONDS = 60;

/** The cookie by which the page knows that a token is for this browser [A78]; it reads it, and takes it away. */
export function returnProof(token: string, origin: string): string {
  const { name, attributes } = returnProofCookie(origin.startsWith('https:'));
  return `${name}=${hashToken(token)}; Max-Age=${RETURN_SECONDS}; ${attributes}`;
}

/** The cookie that binds a sign-in to the browser that begins it [W91]. */
export function signInCookie(provider: SignInProvider, origin: string): SecretCookie {
  // Apple answers by a form that its page posts: no browser sends a Lax cookie along.
  const sameSite = provider === 'apple' ? 'None' : 'Lax';
  return new SecretCookie({ name: `onde-${provider}`, seconds: SIGN_IN_MS / 1000, origin, sameSite });
}
