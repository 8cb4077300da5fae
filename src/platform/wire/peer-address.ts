import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { ProxyTrust } from './proxy-trust.ts';

/** Who a request really comes from. */
export interface Peer {
  /** Without port, brackets and zone; IPv4 in its own form. */
  readonly address: string;
  /**
   * Whether the operator's own programs call, a load generator for instance: the machine itself is connected,
   * and where proxies may speak for others no header says that it does. An address that a proxy tells is
   * never the machine.
   */
  readonly isThisMachine: boolean;
  /** Whether the header says more than counts, since whoever wrote it is no trusted proxy. */
  readonly isDoubted: boolean;
}

/** The parts of a request that tell where it comes from. */
export interface Sent {
  /** Null on a unix socket. */
  readonly socketAddress: string | null;
  /** The header, its lines joined by commas; null when there is none. */
  readonly forwardedFor: string | null;
}

/**
 * The peer of a request. Each proxy appends the address it was called from to `X-Forwarded-For`, so the
 * header is read from its end, and an entry counts only when the one who wrote it is a trusted proxy; what
 * stands before is the client's own invention. Our own front door calls over a unix socket and appends too:
 * there the socket has no address and the header's last entry takes its place.
 */
export function findPeer({ socketAddress, forwardedFor }: Sent, trust: ProxyTrust): Peer {
  const entries = forwardedFor === null ? [] : forwardedFor.split(',');
  if (socketAddress !== null) entries.push(socketAddress);
  // No entry is read that does not count: strangers may send thousands.
  const takeLast = () => plainAddress(entries.pop() ?? '');
  const connected = takeLast();
  let address = connected;
  let isDoubted = false;
  for (let step = 0; step < trust.proxies && entries.length > 0; step++) {
    isDoubted = address === null || !trust.trusts(address);
    const before = takeLast();
    if (isDoubted || before === null) break;
    address = before;
  }
  const speaksForOthers = trust.proxies > 0 && forwardedFor !== null;
  const isThisMachine = !speaksForOthers && isOwnAddress(connected);
  return { address: address ?? UNKNOWN_ADDRESS, isThisMachine, isDoubted };
}

const UNKNOWN_ADDRESS = '0.0.0.0';

/** 127.0.0.2 and up are addresses like any other. */
function isOwnAddress(address: string | null): boolean {
  return address === '127.0.0.1' || address === '::1';
}

/**
 * An address without port, brackets, zone and the IPv6 form of an IPv4 address, in lower case; null for what
 * is no address.
 */
export function plainAddress(text: string): string | null {
  const written = text.trim();
  if (isIPv4(written)) return written;
  const withoutZone = written.replace(/%[^\]]*/, '');
  if (isIPv6(withoutZone)) return plainIPv6(withoutZone);
  // Numbers that an address bar would take for an address (`1`, `0x7f.1`) are none here.
  if (!/^(\[.*\](:\d+)?|(\d+\.){3}\d+:\d+)$/.test(withoutZone)) return null;
  const parsed = SocketAddress.parse(withoutZone);
  if (parsed === undefined) return null;
  return parsed.family === 'ipv6' ? plainIPv6(parsed.address) : parsed.address;
}

function plainIPv6(address: string): string {
  const plain = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = plain.slice('::ffff:'.length);
  return plain.startsWith('::ffff:') && isIPv4(mapped) ? mapped : plain;
}
