import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionBudget } from '#src/broadcast/connections/connection-budget.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { createServer } from '#src/platform/wire/node-http.ts';
import { KEEP_ALIVE_MS } from '#src/platform/wire/ready-answer.ts';

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 2 * MINUTE_MS;
/**
 * Time without progress in either direction after which a connection is closed. Streams and events lift it:
 * they have rules of their own.
 */
const STANDSTILL_MS = MINUTE_MS;
const HEADER_BYTES_MAX = 16 * 1024;

/** A server that takes connections and requests as a budget has room for them, and gives up those that stand still. */
export function createGuardedServer(budget: ConnectionBudget, listener: RequestListener): Server {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: HEADER_BYTES_MAX,
      // A request without a body tells nothing of its end then, which is a seventh of what a short answer costs.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      if (budget.mayWait(request.socket, response)) listener(request, response);
    },
  );
  server.setTimeout(STANDSTILL_MS, (socket: Socket) => socket.resetAndDestroy());
  // A connection without room must not reach the HTTP parser.
  const [attend] = server.listeners('connection');
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (budget.open(socket)) attend?.call(server, socket);
  });
  return server;
}
