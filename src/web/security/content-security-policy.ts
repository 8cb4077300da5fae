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

/** The policy of all other answers: nothing in them may load or run anything. */
export const DOCUMENT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The policy of sound and video: a browser that is led to the file itself makes a page of its own around it,
 * and by the policy above that page could not play it [W131].
 */
export const MEDIA_POLICY =
  "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function policy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
