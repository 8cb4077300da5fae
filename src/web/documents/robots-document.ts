import { document } from '#src/web/answers/document.ts';

/** What is no page, or is nobody's but one member's. */
const NOT_FOR_ROBOTS = ['/api-proxy.php', '/auth/', '/stream/', '/validate-email', '/reset-password'];

/** `/robots.txt` (RFC 9309). */
export function robotsDocument(request: Request): Promise<Response> {
  const lines = ['User-agent: *', ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`), 'Allow: /', ''];
  return document(request, lines.join('\n'), {
    contentType: 'text/plain; charset=utf-8',
    cacheControl: 'public, max-age=3600',
  });
}
