import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { OutsideError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import type { MailComposer, MailQueue, OwedMail } from './mail-queue.ts';
import type { MailTransport, SendOutcome } from './mail-transport.ts';
import { MAIL_OVERTAKEN_MS, MailsUnderWay } from './mails-under-way.ts';

/** A mail whose worker died is tried again after this time; one that is still under way is held longer. */
const LEASE_MS = 2 * MINUTE_MS;
/** How often to look for mails that another process ordered, or whose time has come. */
const POLL_MS = 10_000;

/**
 * The first wait after a failed attempt; also how soon a server that is away is asked again when a new mail
 * comes.
 */
const FIRST_RETRY_MS = 15_000;
/** The longest wait between two attempts. */
const LONGEST_MS = HOUR_MS;
/** Age at which a mail is out of date and dropped, whether or not it was ever tried. */
export const GIVE_UP_AFTER_MS = 3 * DAY_MS;

interface MailWorkerOptions {
  queue: MailQueue;
  transport: MailTransport;
  composers: Readonly<Record<string, MailComposer>>;
  clock: Clock;
  logger: Logger;
  /** The time by which a mail is too old; null while nobody can say. */
  believed: { nowMs(): Promise<number | null> };
}

/**
 * Sends the waiting mails, one after the other, until it is stopped; one that takes long is left to itself. Every mail
 * goes out at least once; if the worker dies between sending and noting it, the mail goes out again under the same
 * Message-ID.
 */
export class MailWorker implements AsyncDisposable {
  readonly #options: MailWorkerOptions;
  readonly #server: Outage;
  #timer: Disposable | null = null;
  /** When the timer runs out, on the monotonic clock. */
  #dueMs = 0;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  /** Attempts in a row that did not reach the server. */
  #unreached = 0;
  /** The mail of the last of them: a server may hang or break off at that one alone. */
  #unreachedMail = '';
  readonly #underWay: MailsUnderWay;
  /** Mails that the server has answered for. */
  #answered = 0;

  constructor(options: MailWorkerOptions) {
    this.#options = options;
    this.#underWay = new MailsUnderWay(options.clock);
    this.#server = new Outage({
      clock: options.clock,
      logger: options.logger,
      words: {
        gone: 'the mail server takes no mail, and all mails wait; Onde tries it again and again: check SMTP_URL and MAIL_FROM',
        back: 'the mail server takes mail again',
      },
    });
  }

  /**
   * Sends what is due now: call it at the start, and after an order has been committed. A server that is away
   * is asked again in a while, not at once for each order.
   */
  wake(): void {
    if (this.#stopped) return;
    if (this.#running) this.#again = true;
    else if (this.#unreached === 0) this.#run();
    else if (this.#dueMs - this.#options.clock.monotonicMs() > FIRST_RETRY_MS) this.#wait(FIRST_RETRY_MS);
  }

  /** Finishes the mails under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    this.#timer?.[Symbol.dispose]();
    await this.#running;
    await this.#underWay.ended();
    this.#options.transport[Symbol.dispose]();
  }

  #run(): void {
    this.#timer?.[Symbol.dispose]();
    this.#again = false;
    this.#running = this.#sendAll()
      .catch((error: unknown) => {
        this.#tellTrouble(error);
        return POLL_MS;
      })
      .then((waitMs) => {
        this.#running = null;
        if (this.#stopped) return;
        if (this.#again && this.#unreached === 0) return this.#run();
        this.#wait(this.#again ? Math.min(waitMs, FIRST_RETRY_MS) : waitMs);
      });
  }

  #wait(waitMs: number): void {
    this.#timer?.[Symbol.dispose]();
    this.#dueMs = this.#options.clock.monotonicMs() + waitMs;
    this.#timer = this.#options.clock.after(waitMs, () => this.#run());
  }

  /** What is away is told by who finds it so first. */
  #tellTrouble(error: unknown): void {
    this.#options.logger[error instanceof OutsideError ? 'debug' : 'error'](
      { err: error },
      'Onde could not read which mails wait, and tries again: check the database',
    );
  }

  /** Gives how long to wait until the next look. */
  async #sendAll(): Promise<number> {
    while (!this.#stopped) {
      const owed = await this.#claim();
      if (owed === null) return POLL_MS;
      const outcome = await this.#attemptOrLeave(owed);
      if (outcome === 'left') continue;
      if (outcome?.kind !== 'unreachable') {
        this.#unreached = 0;
        if (outcome !== null) this.#server.worked();
        continue;
      }
      this.#unreached++;
      this.#unreachedMail = owed.id;
      this.#server.failed(outcome.reason);
      return retryDelayMs(this.#unreached);
    }
    return POLL_MS;
  }

  /** The mail due longest; the one at which the server was lost goes behind all others. */
  async #claim(): Promise<OwedMail | null> {
    const { queue, clock } = this.#options;
    const owed = await this.#claimIdle();
    if (owed?.id !== this.#unreachedMail) return owed;
    const other = await this.#claimIdle();
    if (other === null) return owed;
    await queue.postpone(owed.id, clock.nowMs(), owed.attempts);
    return other;
  }

  /**
   * The mail due longest that is not under way: what holds one may come late, as by a clock that was set. Those that
   * waited too long go on the way.
   */
  async #claimIdle(): Promise<OwedMail | null> {
    const { queue, clock } = this.#options;
    for (;;) {
      const owed = await queue.claim(clock.nowMs(), LEASE_MS);
      if (owed === null) return null;
      if (!this.#underWay.has(owed.id) && !(await this.#isGivenUp(owed))) return owed;
    }
  }

  /** Drops a mail that is out of date. */
  async #isGivenUp({ id, kind, createdMs }: OwedMail): Promise<boolean> {
    const believedMs = (await this.#options.believed.nowMs()) ?? createdMs;
    if (believedMs - createdMs <= GIVE_UP_AFTER_MS) return false;
    this.#options.logger.error(
      { mail: id, kind },
      'Onde could not send a mail for three days and drops it: check SMTP_URL',
    );
    await this.#options.queue.remove(id);
    return true;
  }

  /** The outcome; `left` where others go past. */
  #attemptOrLeave(owed: OwedMail): Promise<SendOutcome | null | 'left'> {
    const answeredBefore = this.#answered;
    return this.#underWay.run(
      owed.id,
      () => this.#attempt(owed),
      async (attempt) => {
        try {
          const late = await attempt;
          if (late?.kind === 'sent') this.#server.worked();
          // The server may have hung at that mail alone.
          if (late?.kind === 'unreachable' && this.#answered === answeredBefore)
            this.#server.failed(late.reason);
        } catch (error) {
          this.#tellTrouble(error);
        }
      },
    );
  }

  async #attempt(owed: OwedMail): Promise<SendOutcome | null> {
    const about = { mail: owed.id, kind: owed.kind };
    const startMs = this.#options.clock.monotonicMs();
    let outcome: SendOutcome;
    try {
      const mail = await this.#compose(owed);
      if (mail === null) {
        await this.#options.queue.remove(owed.id);
        return null;
      }
      outcome = await this.#held(owed, () => this.#options.transport.send(owed.id, mail));
    } catch (error) {
      // A database that is away says nothing of the mail, which waits.
      if (error instanceof OutsideError) throw error;
      this.#options.logger.error(
        { ...about, err: error },
        'Onde could not write a mail and tries again later: please report this error',
      );
      outcome = { kind: 'refused', reason: 'compose' };
    }
    if (outcome.kind !== 'unreachable') this.#answered++;
    if (outcome.kind === 'sent') {
      await this.#options.queue.remove(owed.id);
      this.#options.logger.info(about, 'Onde sent a mail');
    } else {
      const isLate = this.#options.clock.monotonicMs() - startMs >= MAIL_OVERTAKEN_MS;
      await this.#settleFailure(owed, outcome.kind, { ...about, reason: outcome.reason }, isLate);
    }
    return outcome;
  }

  /** Keeps the mail from other workers for as long as the work on it takes. */
  async #held<Result>(owed: OwedMail, work: () => Promise<Result>): Promise<Result> {
    const { queue, clock } = this.#options;
    let holding: Promise<void> = Promise.resolve();
    const hold = () => {
      // Where the database is away nobody else can take it either.
      holding = queue.postpone(owed.id, clock.nowMs() + LEASE_MS, owed.attempts).catch(() => {});
    };
    const timer = clock.every(LEASE_MS / 3, hold);
    try {
      return await work();
    } finally {
      timer[Symbol.dispose]();
      await holding;
    }
  }

  #compose(owed: OwedMail) {
    const composer = this.#options.composers[owed.kind];
    if (composer === undefined) throw new Error(`Nothing writes mails of the kind "${owed.kind}".`);
    return composer(owed);
  }

  /** @param isLate the server has let this mail wait: it is tried again by itself, ever later */
  async #settleFailure(
    owed: OwedMail,
    kind: 'undeliverable' | 'refused' | 'unreachable',
    about: object,
    isLate: boolean,
  ) {
    const nowMs = this.#options.clock.nowMs();
    if (kind === 'undeliverable') {
      this.#options.logger.warn(about, 'the mailbox of a mail does not exist; Onde drops the mail');
      await this.#options.queue.remove(owed.id);
    } else if (kind === 'unreachable' && !isLate) {
      await this.#options.queue.postpone(owed.id, nowMs, owed.attempts);
    } else {
      this.#options.logger.warn(
        about,
        kind === 'unreachable'
          ? 'the mail server did not answer in the middle of a mail; Onde tries it again by a new connection: where that goes on, check the network and SMTP_URL'
          : 'the mail server refused a mail; Onde tries it again later: where it refuses every one, check SMTP_URL and MAIL_FROM',
      );
      await this.#options.queue.postpone(owed.id, nowMs + retryDelayMs(owed.attempts + 1), owed.attempts + 1);
    }
  }
}

/**
 * How long to wait after a number of failed attempts (1 or more): 15 s, doubled each time, an hour at most.
 */
export function retryDelayMs(attempts: number): number {
  return Math.min(LONGEST_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}
