import { PICTURE_SIZE } from '#src/contract/limits.ts';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';

/** Where Google has the pictures of its members; Apple has none. */
const GOOGLE_PICTURES = '.googleusercontent.com';

/** An address that a picture may be fetched from. */
export interface PictureSource {
  readonly url: URL;
  /** Whether the operator has named that host: it may be on this machine. */
  readonly isTrusted: boolean;
}

/**
 * Where a provider says that a member's picture is; null for an address that is neither the provider's own nor one of
 * Google's for pictures. The token is the provider's word, but what its members write must not have us call anybody.
 */
export function pictureSource(
  { provider, issuer }: { provider: SignInProvider; issuer: string },
  picture: string,
): PictureSource | null {
  if (!URL.canParse(picture)) return null;
  const url = new URL(picture);
  if (url.username !== '' || url.password !== '') return null;
  if (url.origin === new URL(issuer).origin) return { url, isTrusted: true };
  const isGoogles = url.protocol === 'https:' && url.port === '' && url.hostname.endsWith(GOOGLE_PICTURES);
  if (provider !== 'google' || !isGoogles) return null;
  url.pathname = url.pathname.replace(/=s\d+-c$/, `=s${PICTURE_SIZE}-c`);
  return { url, isTrusted: false };
}
