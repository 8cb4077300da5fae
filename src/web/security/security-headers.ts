import { SIGN_IN_PROVIDERS } from '#src/contract/sign-in-providers.ts';
import { DOCUMENT_POLICY } from './content-security-policy.ts';

const YEAR_SECONDS = 31_536_000;
const REFUSED_FEATURES = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
];

/** Tokens, what becomes one at a provider, and what comes back from there. */
function isSecret({ searchParams, pathname }: URL): boolean {
  const isReturn = SIGN_IN_PROVIDERS.some((provider) => searchParams.has(`${provider}_auth`));
  return isReturn || searchParams.has('token') || pathname.startsWith('/auth/');
}

/**
 * Headers that every answer carries, those of documents on all but the files of the pages; a policy that the
 * answer brings itself stays. An address that holds a token is never sent as a referrer.
 * @param options.payees origins that a page may let pay in a frame of its own
 */
export function addSecurityHeaders(
  headers: Headers,
  url: URL,
  options: { isSecure: boolean; payees: readonly string[] },
): void {
  headers.set('x-content-type-options', 'nosniff');
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', DOCUMENT_POLICY);
  if (options.isSecure) headers.set('strict-transport-security', `max-age=${YEAR_SECONDS}`);
  // A page fetches some twenty of these files, and what follows says nothing of a file that is no document.
  if (url.pathname.startsWith('/assets/')) return;
  headers.set('referrer-policy', isSecret(url) ? 'no-referrer' : 'strict-origin-when-cross-origin');
  const refused = REFUSED_FEATURES.map((feature) => `${feature}=()`);
  headers.set('permissions-policy', [...refused, paymentPolicy(options.payees)].join(', '));
  // The popup of a sign-in sends a message to the page that opened it.
  headers.set(
    'cross-origin-opener-policy',
    url.pathname.startsWith('/auth/') ? 'unsafe-none' : 'same-origin-allow-popups',
  );
  if (!url.pathname.startsWith('/embed/')) headers.set('x-frame-options', 'DENY');
}

/** Our own origin stands in it since a page can hand on only what it may do itself. */
function paymentPolicy(payees: readonly string[]): string {
  return payees.length === 0
    ? 'payment=()'
    : `payment=(self ${payees.map((origin) => `"${origin}"`).join(' ')})`;
}
