import { SIGN_IN_PROVIDERS } from '#src/contract/sign-in-providers.ts';

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

/**
 * Tokens, what becomes one at a provider, and what comes back from there. The player is handed its own in the
 * fragment, which no server sees [A15]: any address of it may hold one.
 */
function isSecret({ searchParams, pathname }: URL): boolean {
  const isReturn = SIGN_IN_PROVIDERS.some((provider) => searchParams.has(`${provider}_auth`));
  return isReturn || searchParams.has('token') || /^\/(auth|player)\//.test(pathname);
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
  if (!headers.has('content-security-policy')) {
    const isMedia = MEDIA.test(headers.get('content-type') ?? '');
    headers.set('content-security-policy', isMedia ? MEDIA_POLICY : DOCUMENT_POLICY);
  }
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

/** Origins beyond our own that the operator's settings bring in. */
export interface OutsideOrigins {
  /** Streams, covers and previews (MEDIA_BASE_URL). */
  readonly media: readonly string[];
  /** Addresses that pages may call (ADDRESS_SERVICES). */
  readonly connect: readonly string[];
  /** Scripts of others (reCAPTCHA). */
  readonly scripts: readonly string[];
  /** Sites that pages may frame (donation form, reCAPTCHA). */
  readonly frames: readonly string[];
  /** Pictures of shows that name an address. */
  readonly pictures: readonly string[];
}

/** `sha256-…` of the inline scripts and styles of one rendered page. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly styleAttributes: readonly string[];
}

/**
 * The policy of a page. Inline scripts and styles are allowed by the hash of each, so that the page can be
 * cached and nothing else runs [W78].
 */
export function pagePolicy(
  hashes: InlineHashes,
  outside: OutsideOrigins,
  options: { framedByAnyone: boolean; isSecure: boolean },
): string {
  const inline = (sources: readonly string[]) => sources.map((source) => `'${source}'`);
  const attributes =
    hashes.styleAttributes.length > 0 ? ["'unsafe-hashes'", ...inline(hashes.styleAttributes)] : ["'none'"];
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline(hashes.scripts), ...outside.scripts],
    'style-src': ["'self'", ...inline(hashes.styles)],
    'style-src-attr': attributes,
    'img-src': ["'self'", 'data:', ...outside.media, ...outside.pictures],
    'media-src': ["'self'", 'blob:', ...outside.media],
    'connect-src': ["'self'", ...outside.media, ...outside.connect],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': outside.frames.length > 0 ? outside.frames : ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': [options.framedByAnyone ? '*' : "'none'"],
    ...(options.isSecure && { 'upgrade-insecure-requests': [] }),
  });
}

/** Sound and video by their content type, a playlist of segments included: some browsers play that themselves. */
const MEDIA = /^(?:audio|video)\/|^application\/vnd\.apple\.mpegurl/;

/** The policy of all other answers: nothing in them may load or run anything. */
const DOCUMENT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The policy of sound and video: a browser that is led to the file itself makes a page of its own around it,
 * and by the policy above that page could not play it [W131].
 */
const MEDIA_POLICY =
  "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function policy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
