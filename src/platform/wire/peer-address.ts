import { isIP } from 'node:net';

/**
 * The address that a request really comes from. Each proxy appends the address it was called from to `X-Forwarded-For`,
 * so only the last `trustedProxies` of its entries can be believed; what stands before them is the client's own
 * invention. Our own front door calls over a unix socket and appends too: there the socket has no address and the
 * header's last entry takes its place.
 */
export function peerAddress(request: {
  /** Null on a unix socket. */
  socketAddress: string | null;
  /** The header, its lines joined by commas; null when there is none. */
  forwardedFor: string | null;
  /** TRUST_PROXY: proxies in front of our own front door. */
  trustedProxies: number;
}): string {
  const { socketAddress, forwardedFor, trustedProxies } = request;
  const hops = (forwardedFor ?? '').split(',').map(plainAddress);
  if (socketAddress !== null) hops.push(plainAddress(socketAddress));
  const believed = hops.slice(-1 - trustedProxies);
  return believed.find((address) => address !== null) ?? UNKNOWN_ADDRESS;
}

const UNKNOWN_ADDRESS = '0.0.0.0';

/** Without port, brackets, zone and the IPv6 form of an IPv4 address; null for what is no address. */
function plainAddress(text: string): string | null {
  const written = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/%.*$/, '');
  const address = written
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1')
    .toLowerCase();
  return isIP(address) === 0 ? null : address;
}
