import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { LIST_HEADER_MAX } from '#src/contract/limits.ts';
import { plainAddress } from '#src/platform/wire/peer-address.ts';
import type { ProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { REQUEST_ID_HEADER, requestIdOf } from '#src/platform/wire/request-id.ts';

/** Headers that belong to one connection only, not to the message (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that a client could forge: passed on only as a trusted proxy wrote them. */
const FORWARDING = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
];

/** The headers of a trusted proxy; those of anybody else say nothing about others. */
function toldBy({ headers, socket }: IncomingMessage, trust: ProxyTrust): IncomingHttpHeaders {
  const peer = plainAddress(socket.remoteAddress ?? '') ?? '';
  return trust.proxies > 0 && trust.trusts(peer) ? headers : {};
}

/** The name of a request in the log: a trusted proxy's, else one of our own [W200]. */
export function forwardedRequestId(request: IncomingMessage, trust: ProxyTrust): string {
  const told = toldBy(request, trust);
  return requestIdOf(told[REQUEST_ID_HEADER], told === request.headers);
}

/**
 * Returns the request's headers for the web process, but for its id. Every proxy appends the address it was called from to
 * `X-Forwarded-For`; only a trusted one's is believed.
 */
export function forwardedRequestHeaders(request: IncomingMessage, trust: ProxyTrust): IncomingHttpHeaders {
  const { headers, socket } = request;
  const own = namedByConnection(headers.connection);
  const forwarded: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    const isDropped = HOP_BY_HOP.has(name) || own.has(name) || name === 'expect' || FORWARDING.includes(name);
    if (!isDropped) forwarded[name] = value;
  }
  const peer = plainAddress(socket.remoteAddress ?? '') ?? '';
  const told = toldBy(request, trust);
  const before = told['x-forwarded-for'];
  forwarded['x-forwarded-for'] = before === undefined ? peer : `${String(before)}, ${peer}`;
  forwarded['x-forwarded-proto'] = told['x-forwarded-proto'] ?? 'http';
  forwarded['x-forwarded-host'] = told['x-forwarded-host'] ?? headers.host ?? '';
  return forwarded;
}

/**
 * Returns the web process's response headers for the client, names and repetitions as written: `[name, value,
 * …]`.
 */
export function forwardedResponseHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const own = namedByConnection(headers.connection);
  const forwarded: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const folded = name.toLowerCase();
    if (!HOP_BY_HOP.has(folded) && !own.has(folded)) forwarded.push(name, value);
  }
  return forwarded;
}

/** The headers that belong to the connection alone, as its sender says; none where the list is too long [W266]. */
export function namedByConnection(connection = ''): Set<string> {
  if (connection.length > LIST_HEADER_MAX) return new Set();
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
