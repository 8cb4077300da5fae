import { createToken } from '#src/members/session/secret-token.server.ts';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * A cookie with 256 random bits, which shows that the browser that goes on with something also began it. No
 * page reads it, and it identifies nobody: it is made when something begins and ends some time after.
 */
export class SecretCookie {
  readonly #name: string;
  readonly #attributes: string;

  /** @param cookie.origin the site's public one: it decides what the cookie may be */
  constructor(cookie: { name: string; seconds: number; origin: string; sameSite?: 'Lax' | 'None' }) {
    const { name, seconds, origin, sameSite = 'Lax' } = cookie;
    const isSecure = origin.startsWith('https:');
    // The prefix keeps other hosts of the domain from setting it, which a plain site cannot have.
    this.#name = `${isSecure ? '__Host-' : ''}${name}`;
    const secure = isSecure || sameSite === 'None' ? '; Secure' : '';
    this.#attributes = `Path=/; HttpOnly; Max-Age=${seconds}; SameSite=${sameSite}${secure}`;
  }

  /** @param cookies a request's `Cookie` header. Null for a browser that has none. */
  read(cookies: string): string | null {
    const prefix = `${this.#name}=`;
    const kept = cookies.split(';').map((cookie) => cookie.trim());
    const value = kept.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? '';
    return SECRET.test(value) ? value : null;
  }

  /**
   * Returns the present secret, so that what another tab began goes on, or a new one; and the header that
   * keeps it.
   */
  keep(cookies: string): { secret: string; setCookie: string } {
    const secret = this.read(cookies) ?? createToken();
    return { secret, setCookie: `${this.#name}=${secret}; ${this.#attributes}` };
  }
}
