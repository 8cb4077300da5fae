import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '#src/platform/secrets/same-secret.ts';
import { plainAddress } from '#src/platform/wire/peer-address.ts';

/** What proxies add to a request. Who carries one may have come from anywhere, whatever the connection says. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
];

interface Asking {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Whether somebody may read `/metrics` [W165]: with METRICS_TOKEN whoever brings it, without one this machine alone.
 * @param token METRICS_TOKEN; null when it is unset
 */
export function mayReadMetrics({ headers, socket }: Asking, token: string | null): boolean {
  if (token !== null) return isSameSecret(bearerOf(headers.authorization), token);
  const isForwarded = Object.keys(headers).some(
    (name) => name.startsWith('x-forwarded') || FORWARDING.includes(name),
  );
  return (
    !isForwarded && namesThisMachine(headers.host) && isLoopback(plainAddress(socket.remoteAddress ?? ''))
  );
}

/**
 * Whether a `Host` is one that only this machine goes by. A page of another site, whose name leads here for the browser
 * of an operator, asks under that name. Programs of old name none.
 */
function namesThisMachine(host: string | undefined): boolean {
  if (host === undefined) return true;
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return isLoopback(plainAddress(name)) || /^[\w-]+$/.test(name);
}

function isLoopback(address: string | null): boolean {
  return address === '::1' || (address?.startsWith('127.') ?? false);
}

function bearerOf(authorization: string | undefined): string {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
}
