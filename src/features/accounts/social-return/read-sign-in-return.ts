import { THEMES, type Theme } from '#src/contract/limits.ts';
import {
  returnProofCookie,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
} from '#src/contract/sign-in-providers.ts';
import { WIRE_ERRORS, type WireErrorCode } from '#src/contract/wire-errors.ts';

/** What a provider's answer has brought back [W91]. */
export interface ProviderReturn {
  readonly provider: SignInProvider;
  /** The session's token, or why there is none. */
  readonly outcome: { readonly token: string } | { readonly failed: WireErrorCode };
  /** The account was there, proven by nobody: what it said of somebody is gone. */
  readonly isCleared: boolean;
  readonly theme: Theme | null;
  /** A query with the address that the external player waits at; '' for none. */
  readonly redirect: string;
}

/**
 * Reads it from the address, where anybody may write: null for what is no answer of a provider, and whoever
 * the address calls the member is not read at all.
 */
export function readSignInReturn(arrival: URLSearchParams): ProviderReturn | null {
  const provider = SIGN_IN_PROVIDERS.find((name) => arrival.has(`${name}_auth`));
  if (provider === undefined) return null;
  const token = arrival.get(`${provider}_auth`) === 'success' ? arrival.get('token') : null;
  const redirect = arrival.get('redirect');
  return {
    provider,
    outcome: token ? { token } : { failed: codeIn(arrival) },
    isCleared: arrival.has('cleared'),
    theme: THEMES.find((theme) => theme === arrival.get('theme')) ?? null,
    redirect: redirect === null ? '' : `?${new URLSearchParams({ redirect })}`,
  };
}

function codeIn(arrival: URLSearchParams): WireErrorCode {
  const code = arrival.get('auth_error');
  return isWireError(code) ? code : 'credential_invalid';
}

function isWireError(code: string | null): code is WireErrorCode {
  return code !== null && Object.hasOwn(WIRE_ERRORS, code);
}

/** The part of the page that keeps cookies and counts hashes. */
interface ProvingPage {
  readonly document: { cookie: string };
  readonly location: { readonly protocol: string };
  /** Without `subtle` where the site is not secure. */
  readonly crypto: { readonly subtle?: Pick<SubtleCrypto, 'digest'> };
}

/**
 * Whether a token was given to this browser, by the cookie that came with it; the cookie is then gone. An
 * address alone proves nothing: somebody may have sent it, to have others use the sender's account [A78].
 */
export async function isOwnToken(page: ProvingPage, token: string): Promise<boolean> {
  const { cookie } = page.document;
  const { name, attributes } = returnProofCookie(page.location.protocol === 'https:');
  const proof = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(cookie)?.[1];
  page.document.cookie = `${name}=; Max-Age=0; ${attributes}`;
  const { subtle } = page.crypto;
  if (proof === undefined || subtle === undefined) return false;
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(token));
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return proof === text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
