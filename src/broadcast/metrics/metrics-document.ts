import { statSync } from 'node:fs';
import { answer, answerFailure, isAllowed } from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Exposition, Measured } from './exposition.ts';
import { mayReadMetrics } from './may-read.ts';

interface MetricsDocumentOptions {
  measured: Measured;
  /** METRICS_TOKEN; null when it is unset. */
  token: string | null;
  logger: Logger;
  /** What is loaded by the first scrape. */
  file?: URL;
}

const EXPOSITION = new URL('./exposition.ts', import.meta.url);

/** Answers `/metrics` [W165]. What writes the figures is loaded when they are first asked for. */
export class MetricsDocument {
  readonly #options: MetricsDocumentOptions;
  #exposition: Exposition | null = null;
  #isTold = false;

  constructor(options: MetricsDocumentOptions) {
    this.#options = options;
  }

  /** Takes the time of a request that came in, once somebody has asked for the figures. */
  begin(exchange: Exchange): void {
    this.#exposition?.requests?.begin(exchange);
  }

  handle(exchange: Exchange): void {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    const { token, logger } = this.#options;
    if (!mayReadMetrics(exchange.request, token)) {
      if (token === null) answerFailure(exchange, 'forbidden');
      else
        answerFailure(exchange, 'authentication_required', { 'WWW-Authenticate': 'Bearer realm="metrics"' });
      return;
    }
    this.#answer(exchange).catch((error: unknown) => {
      if (this.#wasUpdated()) this.#tellUpdate();
      else
        logger.error(
          { err: error },
          'broadcast could not tell its figures at /metrics: please report this error',
        );
      if (!exchange.response.headersSent) answerFailure(exchange, 'unavailable');
    });
  }

  async #answer(exchange: Exchange): Promise<void> {
    this.#exposition ??= await this.#open();
    const { contentType } = this.#exposition;
    const text = await this.#exposition.text();
    answer(exchange, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }, text);
  }

  /** Whether what the first scrape loads is newer than this process: the two need not fit each other. */
  #wasUpdated(): boolean {
    const { file = EXPOSITION } = this.#options;
    return (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > performance.timeOrigin;
  }

  #tellUpdate(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#options.logger.warn(
      'Onde was updated while it plays, and /metrics was not asked for before: it answers after the next restart of the radio',
    );
  }

  async #open(): Promise<Exposition> {
    const { Exposition } = await import('./exposition.ts');
    return this.#exposition ?? new Exposition(this.#options.measured);
  }
}
