import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.ts';

/** What a stranger's address may cost. */
export interface FetchLimits {
  readonly bytes: number;
  readonly ms: number;
  /** Whether it may be on this machine or in a network behind it. */
  readonly privateNetwork: boolean;
}

/**
 * Fetches what an address that a stranger named holds: it is the one that is called, no redirect is followed, and the
 * address of the host is looked at in the moment of the call.
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
