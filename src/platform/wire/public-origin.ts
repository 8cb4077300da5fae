import { plainAddress } from './peer-address.ts';
import { isOwnNetwork } from './proxy-trust.ts';

/** Names that nobody has on the public network (RFC 2606, 6761, 6762, 8375, 9476, and ICANN's `internal`). */
const NOBODYS =
  /(^|\.)(localhost|local|internal|home\.arpa|lan|test|invalid|example|example\.(com|net|org)|alt)$/;

/** Whether an origin is one of the public network: neither this machine's, nor a private network's, nor an example. */
export function isPublicOrigin(origin: string): boolean {
  const { hostname } = new URL(origin);
  const address = plainAddress(hostname);
  if (address !== null) return !isOwnNetwork(address);
  return hostname.includes('.') && !NOBODYS.test(hostname);
}
