import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebHealth } from '#src/broadcast/supervision/web-process.wire.ts';

/**
 * Answers `/healthz`: whether this process can serve, and so its database. Balancers read the status. False for every other
 * request. Broadcast asks more than once a second for months, so that it stands before all that makes pages.
 */
export function answeredHealth(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  check: { health(): Promise<WebHealth> },
): boolean {
  if (url !== '/healthz' || (method !== 'GET' && method !== 'HEAD')) return false;
  check.health().then(
    (database) => {
      const isWell = database === 'well';
      const body = JSON.stringify({ success: isWell, database });
      response.writeHead(isWell ? 200 : 503, [
        ...['Content-Type', 'application/json', 'Content-Length', String(body.length)],
        ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
      ]);
      response.end(method === 'HEAD' ? undefined : body);
    },
    () => response.writeHead(503).end(),
  );
  return true;
}
