import { createClient } from '@redis/client';
import type { Clock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';

/** Most that a start waits for Redis, and for its first answer. */
const OPEN_MAX_MS = 3_000;
/** Most that a question waits: it stands before somebody's answer. */
const ANSWER_MAX_MS = 250;
/** How long Redis is left alone after a question without an answer, so that not every caller waits for it. */
const REST_MS = 1_000;
const RECONNECT_MAX_MS = 2_000;
/** Beginnings of the errors by which Redis refuses who calls (AUTH, ACL). */
const REFUSALS = /^(WRONGPASS|NOAUTH|NOPERM|ERR (invalid password|.*AUTH))/i;

type Client = ReturnType<typeof createClient>;

/**
 * The way to Redis, which several web processes share. What it holds may be lost: nothing waits for it long, and
 * whoever asks has an answer of its own for when there is none. That it is away is told once, and once when it is back.
 */
export class RedisLink implements AsyncDisposable {
  readonly #client: Client;
  readonly #subscriber: Client;
  readonly #clock: Pick<Clock, 'monotonicMs' | 'after'>;
  readonly #outage: Outage;
  #restsUntilMs = Number.NEGATIVE_INFINITY;

  private constructor(url: string, clock: Pick<Clock, 'monotonicMs' | 'after'>, logger: Logger) {
    this.#clock = clock;
    this.#outage = new Outage({
      clock,
      logger,
      words: {
        gone: 'Redis does not answer, or takes nothing: limits are counted in each process, and news of other processes come some seconds later; check Redis (its memory, and that it is no replica) and REDIS_URL',
        back: 'Redis answers again, and limits are counted there',
      },
    });
    this.#client = createClient({
      url,
      disableOfflineQueue: true,
      socket: {
        connectTimeout: OPEN_MAX_MS,
        reconnectStrategy: (retries) => Math.min(RECONNECT_MAX_MS, 50 * 2 ** Math.min(retries, 6)),
      },
    });
    this.#subscriber = this.#client.duplicate({ disableOfflineQueue: false });
    this.#client.on('error', (error: unknown) => this.#outage.failed(String(error)));
    // The other connection tells the same.
    this.#subscriber.on('error', () => {});
  }

  /**
   * Connects, and goes on trying while Redis is away.
   * @throws {OperatorError} when Redis refuses name or password
   */
  static async open(options: {
    url: string;
    clock: Pick<Clock, 'monotonicMs' | 'after'>;
    logger: Logger;
  }): Promise<RedisLink> {
    const link = new RedisLink(options.url, options.clock, options.logger);
    const first = Promise.withResolvers<void>();
    link.#client.once('ready', () => first.resolve());
    link.#client.once('error', (error: unknown) => first.reject(error));
    // Neither ends before Redis answers.
    void link.#client.connect().catch(() => {});
    void link.#subscriber.connect().catch(() => {});
    try {
      using _impatience = options.clock.after(OPEN_MAX_MS, () => first.resolve());
      await first.promise;
    } catch (cause) {
      if (!REFUSALS.test(cause instanceof Error ? cause.message : '')) return link;
      await link[Symbol.asyncDispose]();
      throw new OperatorError(
        `Redis at ${new URL(options.url).host} refuses this station: ${cause instanceof Error ? cause.message : cause}.`,
        'See that REDIS_URL carries the right name and password: redis://name:password@host:6379.',
        { cause },
      );
    }
    return link;
  }

  /** The answer of Redis; null when there is none in time. */
  async ask<Answer>(question: (client: Client) => Promise<Answer>): Promise<{ answer: Answer } | null> {
    if (!this.#client.isReady || this.#clock.monotonicMs() < this.#restsUntilMs) return null;
    const late = Promise.withResolvers<never>();
    // An answer that has come meanwhile counts: it was the process that was late.
    using _patience = this.#clock.after(ANSWER_MAX_MS, () =>
      setImmediate(() => late.reject(new Error('no answer in time'))),
    );
    try {
      const answer = await Promise.race([question(this.#client), late.promise]);
      this.#outage.worked();
      return { answer };
    } catch (error) {
      this.#restsUntilMs = this.#clock.monotonicMs() + REST_MS;
      this.#outage.failed(String(error));
      return null;
    }
  }

  /** Tells all processes that listen to a channel; nobody while Redis is away. */
  send(channel: string): void {
    void this.ask((client) => client.publish(channel, ''));
  }

  /** Calls back at each message of a channel, for as long as the link lives. */
  listen(channel: string, heard: () => void): void {
    void this.#subscriber.subscribe(channel, heard).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of [this.#client, this.#subscriber]) if (client.isOpen) client.destroy();
  }
}
