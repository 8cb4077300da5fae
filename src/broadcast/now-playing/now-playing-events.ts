import type { ServerResponse } from 'node:http';
import type { Clock } from '#src/platform/clock/clock.ts';
import { isAllowed, PUBLIC } from '../front-door/answer.ts';
import type { Exchange } from '../front-door/exchange.ts';
import type { NowPlaying } from './now-playing.wire.ts';
import type { NowPlayingBoard } from './now-playing-board.ts';

/** Shorter than the idle limit of any proxy. */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = Buffer.from(': keep-alive\n\n');
const RETRY_MS = 3_000;
/** Whoever has so much waiting reads no more. */
const BACKLOG_BYTES_MAX = 64 * 1024;
const SUBSCRIBERS_MAX = 20_000;

/** `/now-playing/events`: what plays on connecting, then one event a change. */
export class NowPlayingEvents implements Disposable {
  readonly #board: NowPlayingBoard;
  readonly #subscribers = new Set<ServerResponse>();
  readonly #resources = new DisposableStack();

  constructor(board: NowPlayingBoard, clock: Clock) {
    this.#board = board;
    this.#resources.use(
      board.onChange((changed) =>
        this.#send(Buffer.from((changed ? [changed] : board.list()).map(event).join(''))),
      ),
    );
    this.#resources.use(clock.every(KEEP_ALIVE_MS, () => this.#send(KEEP_ALIVE)));
  }

  handle(exchange: Exchange): void {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    const { request, response } = exchange;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      ...PUBLIC,
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    request.socket.setNoDelay(true);
    response.write(`retry: ${RETRY_MS}\n\n${this.#board.list().map(event).join('')}`);
    if (this.#subscribers.size >= SUBSCRIBERS_MAX) {
      response.end();
      return;
    }
    this.#subscribers.add(response);
    response.once('close', () => this.#subscribers.delete(response));
  }

  #send(bytes: Buffer): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.writableLength > BACKLOG_BYTES_MAX) subscriber.destroy();
      else subscriber.write(bytes);
    }
  }

  [Symbol.dispose](): void {
    this.#resources[Symbol.dispose]();
    for (const subscriber of this.#subscribers) subscriber.end();
  }
}

function event(playing: NowPlaying): string {
  return `event: now-playing\ndata: ${JSON.stringify(playing)}\n\n`;
}
