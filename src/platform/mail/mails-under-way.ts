import type { Clock } from '#src/platform/clock/clock.ts';

/** [W218] Over a mail that takes longer than this others go past, each by a connection of its own. */
export const MAIL_OVERTAKEN_MS = 30_000;
/** [W218] Mails under way at a time. */
const MAILS_AT_ONCE = 4;

/** Mails that are being sent: one over which the server takes its time is left to itself. */
export class MailsUnderWay {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #ids = new Set<string>();
  /** Those that others have gone past. */
  readonly #left = new Set<Promise<void>>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Gives what `work` comes to, or `left` where it goes on by itself; `later` is then told what it came to. */
  async run<Result>(
    id: string,
    work: () => Promise<Result>,
    later: (result: Promise<Result>) => Promise<void>,
  ): Promise<Result | 'left'> {
    this.#ids.add(id);
    const working = work().finally(() => this.#ids.delete(id));
    if (this.#left.size >= MAILS_AT_ONCE - 1) return working;
    const patience = Promise.withResolvers<'left'>();
    using _timer = this.#clock.after(MAIL_OVERTAKEN_MS, () => patience.resolve('left'));
    const first = await Promise.race([working, patience.promise]);
    if (first === 'left') {
      const left = later(working).finally(() => this.#left.delete(left));
      this.#left.add(left);
    }
    return first;
  }

  /** Ends with the last that is left. */
  async ended(): Promise<void> {
    await Promise.all(this.#left);
  }
}
