import { SIGN_IN_MS } from '#src/contract/limits.ts';
import { RETURN_PROOF } from '#src/contract/return-proof.ts';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import { hashToken } from '#src/features/accounts/sessions/secret-token.server.ts';
import { createBrowserSecret, isBrowserSecret } from '#src/features/accounts/social/sign-in-state.server.ts';

/** How long the page has to come back with its token. */
const RETURN_SECONDS = 60;

/** The cookie by which the page knows that a token is for this browser [A78]; it reads it, and takes it away. */
export function returnProof(token: string, origin: string): string {
  const isSecure = origin.startsWith('https:');
  const attributes = `Path=/; Max-Age=${RETURN_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `${RETURN_PROOF}=${hashToken(token)}; ${attributes}`;
}

/** The cookie that binds a sign-in to the browser that begins it [W91]. No page reads it. */
export class BrowserSecretCookie {
  readonly #name: string;
  readonly #attributes: string;

  constructor(provider: SignInProvider, origin: string) {
    const isSecure = origin.startsWith('https:');
    // The prefix keeps other hosts of the domain from setting it, which a plain site cannot have.
    this.#name = `${isSecure ? '__Host-' : ''}onde-${provider}`;
    // Apple answers by a form that its page posts: no browser sends a Lax cookie along.
    const sameSite = provider === 'apple' ? 'None; Secure' : `Lax${isSecure ? '; Secure' : ''}`;
    this.#attributes = `Path=/; HttpOnly; Max-Age=${SIGN_IN_MS / 1000}; SameSite=${sameSite}`;
  }

  /** Null for a browser that has none. */
  read(request: Request): string | null {
    const prefix = `${this.#name}=`;
    const cookies = (request.headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
    const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? '';
    return isBrowserSecret(value) ? value : null;
  }

  /** The present secret, so that a sign-in in another tab goes on, or a new one; with the header that keeps it. */
  keep(request: Request): { secret: string; setCookie: string } {
    const secret = this.read(request) ?? createBrowserSecret();
    return { secret, setCookie: `${this.#name}=${secret}; ${this.#attributes}` };
  }
}
