import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Exchange } from './exchange.ts';
import { forwardedRequestHeaders, forwardedResponseHeaders } from './forwarded-headers.ts';
import { answerUnavailable } from './unavailable-answer.ts';
import type { WebBackend, WebGate } from './web-gate.ts';

/** How long a request waits for a web process: about what a restart takes. */
const PATIENCE_MS = 6_000;
const PAUSE_MS = 50;
/** A request that no process survives must not take all of them down. */
const LOST_MAX = 2;
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** `unsent`: nothing of it reached the web. `lost`: it did, but no answer came. */
type Outcome = 'answered' | 'unsent' | 'lost';

/** Passes on to the web process everything that is not the front door's own. */
export class WebProxy {
  readonly #gate: WebGate;
  readonly #trustedProxies: number;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(options: { gate: WebGate; trustedProxies: number; clock: Clock; logger: Logger }) {
    this.#gate = options.gate;
    this.#trustedProxies = options.trustedProxies;
    this.#clock = options.clock;
    this.#logger = options.logger;
  }

  handle(exchange: Exchange): void {
    void this.#forward(exchange);
  }

  async #forward(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const untilMs = this.#clock.monotonicMs() + PATIENCE_MS;
    let lostMax = REPEATABLE.has(request.method ?? '') && !hasBody(request) ? LOST_MAX : 1;
    for (let leftMs = PATIENCE_MS; leftMs > 0; leftMs = untilMs - this.#clock.monotonicMs()) {
      const backend = await this.#gate.available(leftMs);
      if (backend === null || response.destroyed) break;
      const outcome = await this.#send(exchange, backend);
      if (outcome === 'answered') return;
      if (outcome === 'lost') lostMax -= 1;
      if (lostMax === 0) break;
      await new Promise<void>((resolve) => this.#clock.after(PAUSE_MS, resolve));
    }
    if (!response.destroyed) answerUnavailable(exchange);
  }

  #send(exchange: Exchange, backend: WebBackend): Promise<Outcome> {
    const { request, response } = exchange;
    const withBody = hasBody(request);
    const underWay = backend.enter();
    const onward = this.#open(request, backend, withBody);
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
        pipeline(request, onward, () => {});
      });
    } else onward.end();
    return new Promise((resolve) => {
      onward.once('error', (error) => {
        this.#logger.debug({ err: error }, 'the web process did not answer');
        const nobodyThere = hasErrorCode(error, 'ECONNREFUSED') || hasErrorCode(error, 'ENOENT');
        resolve(isSent && !nobodyThere ? 'lost' : 'unsent');
      });
      onward.once('response', (reply) => {
        resolve('answered');
        this.#passBack(exchange, reply);
      });
    });
  }

  /** A body goes over a connection of its own: one that the web may just be closing would swallow it. */
  #open(request: IncomingMessage, backend: WebBackend, withBody: boolean): ClientRequest {
    const headers = forwardedRequestHeaders(request, this.#trustedProxies);
    if (withBody && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked';
    return httpRequest({
      socketPath: backend.socketPath,
      agent: withBody ? false : backend.agent,
      method: request.method,
      path: request.url,
      headers,
    });
  }

  #passBack({ response }: Exchange, reply: IncomingMessage): void {
    response.writeHead(reply.statusCode ?? 502, reply.statusMessage, forwardedResponseHeaders(reply));
    pipeline(reply, response, (error) => {
      if (error) response.destroy();
    });
  }
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
