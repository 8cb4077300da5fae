import type { ServerResponse } from 'node:http';
import { answerFailure, isAllowed, PUBLIC } from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { NowPlaying } from './now-playing.wire.ts';
import type { NowPlayingBoard } from './now-playing-board.ts';

/** Pause between signs of life, shorter than the idle limit of any proxy. */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = Buffer.from(': keep-alive\n\n');
const RETRY_MS = 3_000;
/** Bytes waiting for a subscriber that no longer reads. */
const BACKLOG_BYTES_MAX = 64 * 1024;
/**
 * A subscriber beyond the limit is told to come back after one to two times this, so that not all do at the
 * same moment.
 */
const RETRY_AFTER_SECONDS = 30;

interface NowPlayingEventsOptions {
  board: NowPlayingBoard;
  subscribersMax: number;
  clock: Clock;
  random: () => number;
}

/**
 * `/now-playing/events`: what plays on connecting, then one event for each track that begins and one for each
 * mark.
 */
export class NowPlayingEvents implements Disposable {
  readonly #options: NowPlayingEventsOptions;
  readonly #subscribers = new Set<ServerResponse>();
  readonly #resources = new DisposableStack();

  constructor(options: NowPlayingEventsOptions) {
    this.#options = options;
    const { board, clock } = options;
    this.#resources.use(
      board.onChange((changed) =>
        this.#send(Buffer.from((changed ? [changed] : board.list()).map(nowPlaying).join(''))),
      ),
    );
    this.#resources.use(board.onMark((mark) => this.#send(Buffer.from(event('mark', mark)))));
    this.#resources.use(clock.every(KEEP_ALIVE_MS, () => this.#send(KEEP_ALIVE)));
  }

  /** Followers at this moment. */
  get subscribers(): number {
    return this.#subscribers.size;
  }

  handle(exchange: Exchange): void {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    const { request, response } = exchange;
    if (this.#subscribers.size >= this.#options.subscribersMax) {
      const seconds = Math.ceil(RETRY_AFTER_SECONDS * (1 + this.#options.random()));
      answerFailure(exchange, 'unavailable', { 'Retry-After': String(seconds) });
      return;
    }
    // Another answer is still under way on this connection: events behind it would only gather in memory.
    if (response.socket === null) {
      request.socket.destroy();
      return;
    }
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
    request.socket.setTimeout(0);
    response.write(`retry: ${RETRY_MS}\n\n${this.#options.board.list().map(nowPlaying).join('')}`);
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

function nowPlaying(playing: NowPlaying): string {
  return event('now-playing', playing);
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
