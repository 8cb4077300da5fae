import type { ClientRequest, IncomingMessage } from 'node:http';
import { WIRE_BODY_BYTES_MAX } from '#src/contract/limits.ts';

/** One byte more than the web process takes: enough for it to refuse the body in its own order of refusals. */
const PASSED_BYTES_MAX = WIRE_BODY_BYTES_MAX + 1;

/** Whether the announced body is too large for the web process to read whole. */
export function isTooLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > WIRE_BODY_BYTES_MAX;
}

/**
 * Passes a request's body on, as far as anybody behind takes it, and reads the rest without keeping it: a caller who is
 * cut off while it still writes never sees the answer.
 */
export function passBody(request: IncomingMessage, onward: ClientRequest): void {
  let left = PASSED_BYTES_MAX;
  request.on('data', (chunk: Buffer) => {
    if (left === 0) return;
    const part = chunk.subarray(0, left);
    left -= part.length;
    if (left === 0) onward.end(part);
    else onward.write(part);
  });
  request.once('end', () => {
    if (left > 0) onward.end();
  });
  request.once('close', () => {
    if (!request.complete) onward.destroy();
  });
}
