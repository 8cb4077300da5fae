import type { IncomingMessage } from 'node:http';

const BYTES_MAX = 8 * 1024;

/** Reads what a program sends along. @throws when it is more than such programs send, or breaks off */
export function readSmallBody(request: IncomingMessage): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const parts: Buffer[] = [];
  let bytes = 0;
  request.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > BYTES_MAX) reject(new Error('the body is too large'));
    else parts.push(part);
  });
  request.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
  request.on('close', () => reject(new Error('the body broke off')));
  return promise;
}
