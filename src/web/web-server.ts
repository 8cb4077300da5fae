import { lstat, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { DatabaseHealth } from '#src/db/database-health.ts';
import { hasErrorCode, isNoAddressHere } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { KEEP_ALIVE_MS } from '#src/platform/wire/ready-answer.ts';
import type { DevPages } from './pages/dev-pages.ts';
import type { PortGuard } from './port-guard.ts';

/**
 * Where the web process listens: on a unix socket behind our own front door, or on a port behind a load
 * balancer.
 */
export type ListenAt = { readonly socketPath: string } | { readonly port: number; readonly host: string };

/** A request without a body tells nothing of its end: there is nothing that would wait for that. */
const OPTIONS = { keepAliveTimeout: KEEP_ALIVE_MS, optimizeEmptyRequests: true };
/** How long requests under way may take when the process stops. */
const DRAIN_MS = 8_000;

/** A listening server; disposing lets the requests under way finish. */
export interface WebServer extends AsyncDisposable {
  /** 0 on a unix socket. */
  readonly port: number;
}

/** How this process is, for whoever looks after it. */
interface HealthCheck {
  health(): Promise<DatabaseHealth>;
}

interface WebServerOptions {
  dev?: DevPages | null;
  /** Sends what is ready, before anything else looks at a request; false when nothing is. */
  sendReady?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Of a port that others than our own front door may reach. */
  guard?: PortGuard | null;
}

/** @throws {OperatorError} when the port or the socket cannot be taken */
export async function openWebServer(
  app: Hono<{ Bindings: HttpBindings }>,
  at: ListenAt,
  check: HealthCheck,
  { dev = null, sendReady = () => false, guard = null }: WebServerOptions = {},
): Promise<WebServer> {
  // A caller of HTTP/1.0 need not say a host, as those of the front door need not.
  const pages = getRequestListener(app.fetch, { overrideGlobalObjects: false, hostname: 'localhost' });
  const answer: RequestListener = (request, response) => {
    if (sendReady(request, response) || answeredHealth(request, response, check)) return;
    void pages(request, response);
  };
  const listener: RequestListener =
    dev === null
      ? answer
      : (request, response) => dev.middleware(request, response, () => void answer(request, response));
  const server = guard?.createServer(listener) ?? createServer(OPTIONS, listener);
  const underWay = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  await listen(server, at);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    [Symbol.asyncDispose]: () => close(server, underWay),
  };
}

async function listen(server: Server, at: ListenAt): Promise<void> {
  if ('socketPath' in at) await removeSocket(at.socketPath);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen('socketPath' in at ? { path: at.socketPath } : at, resolve);
    });
  } catch (error) {
    throw listenFailure(at, error);
  }
}

/** Left behind by a process that was killed. */
async function removeSocket(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found !== null && !found.isSocket())
    throw new OperatorError(`${path} is there already, and is no socket.`, 'Choose another path.');
  await rm(path, { force: true });
}

function listenFailure(at: ListenAt, cause: unknown): unknown {
  const where = 'socketPath' in at ? at.socketPath : `port ${at.port}`;
  if (hasErrorCode(cause, 'EADDRINUSE'))
    return new OperatorError(`Another program listens on ${where}.`, 'Stop it, or choose another port.', {
      cause,
    });
  // So a missing folder is told as well.
  if (hasErrorCode(cause, 'EACCES') && 'socketPath' in at)
    return new OperatorError(
      `This user cannot listen on ${where}.`,
      'Choose another path: its folder has to be there, and this user to have the right to write in it.',
      { cause },
    );
  if (hasErrorCode(cause, 'EACCES'))
    return new OperatorError(`This user may not listen on ${where}.`, 'Choose another one.', { cause });
  if ('socketPath' in at && hasErrorCode(cause, 'EINVAL'))
    return new OperatorError(`${where} is too long a path.`, 'Choose one of at most 107 bytes.', { cause });
  if (!('socketPath' in at) && isNoAddressHere(cause))
    return new OperatorError(
      `HOST=${at.host} is no address of this machine.`,
      'Set HOST to one that is, or to 0.0.0.0 for all of them.',
      { cause },
    );
  return cause;
}

/** Each connection ends with the answer that is under way on it. */
async function close(server: Server, underWay: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const response of underWay) {
    response.shouldKeepAlive = false;
    response.once('close', () => server.closeIdleConnections());
  }
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(impatience);
}

/**
 * Answers `/healthz`: whether this process can serve, and so its database. Balancers read the status. False
 * for every other request.
 */
function answeredHealth(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  check: HealthCheck,
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
