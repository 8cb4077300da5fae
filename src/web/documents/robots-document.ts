import { SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import { document } from '#src/web/answers/document.ts';

/** Paths that are not pages, or that belong to one member alone. */
const NOT_FOR_ROBOTS = [
  '/api-proxy.php',
  '/auth/',
  '/stream/',
  '/oembed',
  '/validate-email',
  '/reset-password',
];

/** `/robots.txt` (RFC 9309). */
export function robotsDocument(request: Request, origin: string): Promise<Response> {
  const lines = [
    'User-agent: *',
    ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ];
  return document(request, lines.join('\n'), {
    contentType: 'text/plain; charset=utf-8',
    cacheControl: `public, max-age=${SITE_KEPT_SECONDS}`,
  });
}
