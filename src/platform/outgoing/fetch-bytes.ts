import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/** What a stranger's address may cost. */
export interface FetchLimits {
  readonly bytes: number;
  readonly ms: number;
  /** Whether it may be on this machine or in a network behind it. */
  readonly privateNetwork: boolean;
}

/**
 * Fetches what an address that a stranger named holds: it is the one that is called, no redirect is followed,
 * and the address of the host is looked at in the moment of the call.
 * @throws for anything but a whole answer within the limits
 */
export function fetchBytes(url: URL, { bytes, ms, privateNetwork }: FetchLimits): Promise<Buffer> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // No name is looked up for it.
  if (!privateNetwork && isIP(host) !== 0 && isPrivateAddress(host))
    return Promise.reject(new Error('The address is not public.'));
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const call = request(url, {
      agent: false,
      signal: AbortSignal.timeout(ms),
      ...(!privateNetwork && { lookup: lookUpPublic }),
    });
    call.on('error', reject);
    call.on('response', (response) => {
      readBody(response, bytes).then(resolve, (error: unknown) => {
        call.destroy();
        reject(error);
      });
    });
    call.end();
  });
}

async function readBody(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (response.statusCode !== 200) throw new Error(`The answer is ${response.statusCode}.`);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += part.length;
    parts.push(part);
    if (size > bytesMax) throw new Error(`The answer has more than ${bytesMax} bytes.`);
  }
  return Buffer.concat(parts);
}

/** Finds the address that is then called: a second look-up could be answered otherwise. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error) return callback(error, []);
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new Error('The address is not public.'), []);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** IPv4 that leads nowhere in the public network (RFC 6890), and groups. */
const CLOSED: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** The one public range of IPv6, and the parts of it that hold IPv4 or examples. */
const OPEN_6 = ['2000::', 3] as const;
const CLOSED_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [net, prefix] of CLOSED) closed.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of CLOSED_6) closed.addSubnet(net, prefix, 'ipv6');
const open6 = new BlockList();
open6.addSubnet(...OPEN_6, 'ipv6');

/**
 * Whether an address belongs to this machine or a network behind it: nobody from outside may have us call
 * there.
 */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return closed.check(address, 'ipv4');
  return !open6.check(address, 'ipv6') || closed.check(address, 'ipv6');
}
