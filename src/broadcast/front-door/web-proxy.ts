import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import { WIRE_BODY_BYTES_MAX } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { request as httpRequest } from '#src/platform/wire/node-http.ts';
import type { ProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { REQUEST_ID_HEADER } from '#src/platform/wire/request-id.ts';
import {
  forwardedRequestHeaders,
  forwardedRequestId,
  forwardedResponseHeaders,
} from './forwarded-headers.ts';
import type { WebBackend, WebGate } from './web-gate.ts';

/** Time that a request waits for a web process: more than a restart takes, and less than a person waits. */
const PATIENCE_MS = 4_500;
/** Time for which the rest of a request is read after its answer, so that the answer arrives. */
const LINGER_MS = 2_000;
const PAUSE_MS = 50;
/** Web processes that one request may lose before it is refused: it must not end them all. */
const LOST_MAX = 2;
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * `unsent`: nothing of the request reached the web process. `lost`: something did, but no answer came. `unfinished`: the
 * caller did not send all of its body.
 */
type Outcome = 'answered' | 'unsent' | 'lost' | 'unfinished';

interface WebProxyOptions {
  gate: WebGate;
  trust: ProxyTrust;
  /** Answers while no web process does. */
  refuse: (exchange: Exchange) => void;
  /** Hears of each answer before it is sent on. */
  onReply?: (request: IncomingMessage, reply: IncomingMessage) => void;
  clock: Clock;
  logger: Logger;
}

/** Passes requests on to the web process. */
export class WebProxy {
  readonly #options: WebProxyOptions;

  constructor(options: WebProxyOptions) {
    this.#options = options;
  }

  handle(exchange: Exchange): void {
    this.#forward(exchange).catch((error) => {
      this.#options.logger.error(
        { err: error },
        'broadcast could not pass a request on to the web process: please report this error',
      );
      if (exchange.response.headersSent) exchange.response.destroy();
      else this.#options.refuse(exchange);
    });
  }

  async #forward(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const requestId = forwardedRequestId(request, this.#options.trust);
    const untilMs = this.#options.clock.monotonicMs() + PATIENCE_MS;
    let lostMax = REPEATABLE.has(request.method ?? '') && !hasBody(request) ? LOST_MAX : 1;
    for (let leftMs = PATIENCE_MS; leftMs > 0; leftMs = untilMs - this.#options.clock.monotonicMs()) {
      const backend = await this.#options.gate.available(leftMs);
      if (backend === null || response.destroyed) break;
      const outcome = await this.#send(exchange, backend, { untilMs, requestId });
      if (outcome === 'answered') return;
      if (outcome === 'unfinished') {
        // As a head is answered that does not come to its end.
        response.writeHead(408, { connection: 'close', 'X-Request-Id': requestId }).end();
        return;
      }
      if (outcome === 'lost') lostMax -= 1;
      if (lostMax === 0) break;
      await new Promise<void>((resolve) => this.#options.clock.after(PAUSE_MS, resolve));
    }
    if (response.destroyed) return;
    response.setHeader('X-Request-Id', requestId);
    this.#options.refuse(exchange);
  }

  #send(
    exchange: Exchange,
    backend: WebBackend,
    { untilMs, requestId }: { untilMs: number; requestId: string },
  ): Promise<Outcome> {
    const { request, response } = exchange;
    const withBody = hasBody(request);
    const underWay = backend.enter();
    const onward = this.#open(request, backend, { withBody, requestId });
    let isSent = !withBody;
    const abandon = () => {
      if (!response.writableFinished) onward.destroy();
    };
    response.once('close', abandon);
    onward.once('close', () => {
      response.off('close', abandon);
      underWay[Symbol.dispose]();
    });
    if (withBody) {
      whenConnected(onward, () => {
        isSent = true;
        passBody(request, onward);
      });
    } else onward.end();
    let isUnfinished = false;
    const patience = limitPatience({ backend, untilMs, clock: this.#options.clock }, (isSilent) => {
      isUnfinished = withBody && !request.complete && !isSilent;
      onward.destroy(new Error('it took too long'));
    });
    return new Promise((resolve) => {
      onward.on('error', (error) => {
        patience[Symbol.dispose]();
        this.#options.logger.debug({ err: error, requestId }, 'the web process did not answer');
        if (isUnfinished) resolve('unfinished');
        else resolve(isSent && !isOutOfReach(error) ? 'lost' : 'unsent');
      });
      onward.once('response', (reply) => {
        patience[Symbol.dispose]();
        resolve('answered');
        this.#passBack(exchange, reply);
      });
    });
  }

  /**
   * Opens the request to the web process. With a body it gets a new connection: one that the web process is
   * just closing would lose the body.
   */
  #open(
    request: IncomingMessage,
    backend: WebBackend,
    { withBody, requestId }: { withBody: boolean; requestId: string },
  ): ClientRequest {
    const headers = forwardedRequestHeaders(request, this.#options.trust);
    headers[REQUEST_ID_HEADER] = requestId;
    if (isTooLarge(request)) delete headers['content-length'];
    if (withBody && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked';
    return httpRequest({
      socketPath: backend.socketPath,
      agent: withBody ? false : backend.agent,
      method: request.method,
      path: request.url,
      headers,
    });
  }

  #passBack({ request, response }: Exchange, reply: IncomingMessage): void {
    response.once('finish', () => {
      if (request.complete) return;
      const impatience = this.#options.clock.after(LINGER_MS, () => request.socket.destroy());
      request.once('close', () => impatience[Symbol.dispose]());
    });
    this.#options.onReply?.(request, reply);
    response.writeHead(reply.statusCode ?? 502, reply.statusMessage, forwardedResponseHeaders(reply));
    pipeline(reply, response, (error) => {
      if (error) response.destroy();
    });
  }
}

/**
 * Whether the connection failed before it was open (no process, a full queue, no descriptor left), so that
 * nothing of the request was read.
 */
function isOutOfReach(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'connect';
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function whenConnected(onward: ClientRequest, callback: () => void): void {
  onward.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', callback);
    else callback();
  });
}

/** Longest time until an answer begins. */
const ANSWER_MAX_MS = 30_000;
/** A process that has just fallen silent gets at least this long to answer again. */
const SILENCE_MIN_MS = 1_500;

/**
 * Calls `giveUp` when an answer has not begun in time: after 30 s, or, while the process is silent, at
 * `untilMs` of the monotonic clock. A process that is slow with one thing is waited for; requests to one that
 * hangs are given up.
 */
function limitPatience(
  { backend, untilMs, clock }: { backend: WebBackend; untilMs: number; clock: Clock },
  giveUp: (isSilent: boolean) => void,
): Disposable {
  const resources = new DisposableStack();
  let silence: Disposable | null = null;
  resources.use(clock.after(ANSWER_MAX_MS, () => giveUp(false)));
  resources.use(
    backend.follow((state) => {
      silence?.[Symbol.dispose]();
      const leftMs = Math.max(untilMs - clock.monotonicMs(), SILENCE_MIN_MS);
      silence = state === 'silent' ? clock.after(leftMs, () => giveUp(true)) : null;
    }),
  );
  resources.defer(() => silence?.[Symbol.dispose]());
  return resources;
}

/** One byte more than the web process takes: enough for it to refuse the body in its own order of refusals. */
const PASSED_BYTES_MAX = WIRE_BODY_BYTES_MAX + 1;

/** Whether the announced body is too large for the web process to read whole. */
function isTooLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > WIRE_BODY_BYTES_MAX;
}

/**
 * Passes a request's body on as far as the web process takes it, and reads the rest without keeping it: a
 * caller who is cut off while still writing never sees the answer.
 */
function passBody(request: IncomingMessage, onward: ClientRequest): void {
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
