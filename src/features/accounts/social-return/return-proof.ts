import { returnProofCookie } from '#src/contract/return-proof.ts';

/** The part of the page that keeps cookies and counts hashes. */
export interface ProvingPage {
  readonly document: { cookie: string };
  readonly location: { readonly protocol: string };
  /** Without `subtle` where the site is not secure. */
  readonly crypto: { readonly subtle?: Pick<SubtleCrypto, 'digest'> };
}

/**
 * Whether a token was given to this browser, by the cookie that came with it; the cookie is then gone. An address alone
 * proves nothing: somebody may have sent it, to have others use the sender's account [A78].
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
