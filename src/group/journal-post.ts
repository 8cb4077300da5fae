import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { JournalCopy } from './journal-copy.ts';

interface JournalPostOptions {
  group: string;
  machine: string;
  folder: { journal: string };
  /** Called while another machine is on the air: what this one still has is to be taken into the database. */
  onStandingBy: (db: Database) => void;
  clock: Clock;
  logger: Logger;
}

/**
 * Hands what is played here to the database, and what others play to the files of this machine: one after the other,
 * and what fails again with the next call.
 */
export class JournalPost {
  readonly #options: JournalPostOptions;
  #way: { copy: JournalCopy; db: Database } | null = null;
  #waiting: JournalEntry[] = [];
  #isBehind = true;
  #sweptMs = Number.NEGATIVE_INFINITY;
  #isAtWork = false;
  #atWork: Promise<void> = Promise.resolve();

  constructor(options: JournalPostOptions) {
    this.#options = options;
  }

  /** Resolves when what is under way has been done, or has failed. */
  get atRest(): Promise<void> {
    return this.#atWork;
  }

  /** The database is there, for the first time or again: it may lack what the files of this machine have. */
  open(db: Database): void {
    const { group, machine, folder } = this.#options;
    this.#way ??= { copy: new JournalCopy({ db, group, machine, folder: folder.journal }), db };
    this.#isBehind = true;
  }

  play(entry: JournalEntry): void {
    this.#waiting.push(entry);
    this.send();
  }

  /** Hands on what waits. */
  send(): void {
    if (this.#waiting.length === 0 && !this.#isBehind) return;
    this.#work(async (copy) => {
      const sent = this.#waiting.slice();
      await copy.send(sent);
      this.#waiting.splice(0, sent.length);
      const nowMs = this.#options.clock.nowMs();
      await this.#sendMissing(copy, nowMs);
      if (nowMs - this.#sweptMs < HOUR_MS) return;
      this.#sweptMs = nowMs;
      await copy.sweep(nowMs);
    });
  }

  /** Writes what others have played into the files of this machine. */
  follow(nowMs: number): void {
    this.#work(async (copy, db) => {
      await this.#sendMissing(copy, nowMs);
      await copy.follow(nowMs);
      this.#options.onStandingBy(db);
    });
  }

  /**
   * Ends what is under way before this machine goes on the air, with what another one has played last.
   * @throws when the database is away
   */
  async followToEnd(nowMs: number, isOwn: boolean): Promise<void> {
    await this.#atWork;
    if (!isOwn) await this.#way?.copy.follow(nowMs);
    this.#isBehind = true;
  }

  async #sendMissing(copy: JournalCopy, nowMs: number): Promise<void> {
    if (this.#isBehind) await copy.sendMissing(nowMs);
    this.#isBehind = false;
  }

  #work(work: (copy: JournalCopy, db: Database) => Promise<void>): void {
    if (this.#isAtWork || this.#way === null) return;
    this.#isAtWork = true;
    this.#atWork = work(this.#way.copy, this.#way.db)
      .catch((error: unknown) => {
        this.#isBehind = true;
        this.#options.logger.debug({ err: error }, 'the journal could not be copied, and will be');
      })
      .finally(() => {
        this.#isAtWork = false;
      });
  }
}
