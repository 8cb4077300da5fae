import { WIRE_BODY_BYTES_MAX } from '#src/contract/limits.ts';
import { answerFailure } from './answer.ts';
import type { Exchange } from './exchange.ts';

/** Read of a body that is too large, so that its sender hears why it is refused. */
const DISCARDED_BYTES_MAX = 1024 * 1024;

/**
 * Reads what a program sends along, and hands it on when it is whole. More than a body may have [W4] is refused
 * once it has been read: a connection that is closed while its caller still writes would lose the answer.
 */
export function takeBody(exchange: Exchange, take: (body: string) => void): void {
  const { request } = exchange;
  // One without any tells nothing of its end (`createGuardedServer`).
  if (request.readableEnded) {
    take('');
    return;
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  request.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= WIRE_BODY_BYTES_MAX) parts.push(part);
    else parts.length = 0;
    if (bytes > DISCARDED_BYTES_MAX) {
      request.removeAllListeners('data').removeAllListeners('end');
      answerFailure(exchange, 'body_too_large', { Connection: 'close' });
    }
  });
  request.on('end', () => {
    if (bytes > WIRE_BODY_BYTES_MAX) answerFailure(exchange, 'body_too_large');
    else take(Buffer.concat(parts).toString('utf8'));
  });
}
