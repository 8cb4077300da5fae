import { Histogram, type Registry } from '@prometheus-io/client';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** Upper ends in seconds: documents from memory take less than a millisecond, a request may wait 4.5 s [W119]. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What is asked for, by the beginning of its address; the first match counts, the last one is everything else. */
const KINDS: readonly (readonly [kind: string, address: RegExp])[] = [
  ['document', /^\/(titre|fluxaudio|station)\.json$|^\/(stream|listen)\/|^\/(healthz|readyz)$/],
  ['call', /^\/api-proxy\.php$/],
  ['file', /^\/(assets|covers|previews|videos|pictures|slots|podcasts|og|qr|screens)\/|\.[a-z0-9]{2,11}$/],
  ['page', /^/],
];
/** Whoever asks for these stays: how long says how long somebody listened, not how long it took. */
const STAYING = /^\/stream\/[^/]+\.mp3$|^\/now-playing\/events$|^\/metrics$/;

/** Measures how long the front door's answers take, from the head of the request to the last byte of the answer. */
export class RequestDurations {
  readonly #clock: Clock;
  readonly #histogram: Histogram<'kind' | 'status'>;

  constructor(clock: Clock, registry: Registry) {
    this.#clock = clock;
    this.#histogram = new Histogram({
      name: 'onde_request_duration_seconds',
      help: 'Time from a request to the end of its answer, streams and events left out; counted from the first scrape on',
      labelNames: ['kind', 'status'],
      buckets: [...BOUNDS],
      registers: [registry],
    });
    // The first failure has to be a rise, too.
    for (const [kind] of KINDS) for (const status of ['2xx', '5xx']) this.#histogram.zero({ kind, status });
  }

  /** Takes the time of one request; call it when it comes in. Nothing is counted of one that its caller broke off. */
  begin({ path, response }: Exchange): void {
    if (STAYING.test(path)) return;
    const startedMs = this.#clock.monotonicMs();
    response.once('finish', () => {
      const status = `${Math.floor(response.statusCode / 100)}xx`;
      const seconds = (this.#clock.monotonicMs() - startedMs) / 1000;
      this.#histogram.observe({ kind: kindOf(path), status }, Math.max(0, seconds));
    });
  }
}

function kindOf(path: string): string {
  return KINDS.find(([, address]) => address.test(path))?.[0] ?? 'page';
}
