import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { forgetGoneMachines } from './group-rows.ts';
import { JournalCopy } from './journal-copy.ts';

/** Plays kept while the database is away, some hours of them: older ones are read again from the files. */
const WAITING_MAX = 500;

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
  /** Whether the database may lack what only the files have. */
  #isBehind = true;
  #hasTold = false;
  #sweptMs = Number.NEGATIVE_INFINITY;
  #isAtWork = false;
  #atWork: Promise<void> = Promise.resolve();

  constructor(options: JournalPostOptions) {
    this.#options = options;
  }

  /** Resolves when what is under way, and what came meanwhile, has been done, or has failed. */
  async settled(): Promise<void> {
    while (this.#isAtWork) await this.#atWork;
  }

  /** The database is there, for the first time or again: it may lack what the files of this machine have. */
  open(db: Database): void {
    const { folder } = this.#options;
    if (this.#way?.db !== db)
      this.#way = { copy: new JournalCopy({ ...this.#options, db, folder: folder.journal }), db };
    this.#isBehind = true;
  }

  play(entry: JournalEntry): void {
    this.#waiting.push(entry);
    if (this.#waiting.length > WAITING_MAX) this.#leaveToFiles();
    this.send();
  }

  /**
   * Hands on what waits, and each hour has what is too old of the group forgotten.
   * @param databaseMs null: not known, and nothing is forgotten
   */
  send(databaseMs: number | null = null): void {
    const monotonicMs = this.#options.clock.monotonicMs();
    const sweepsAtMs = monotonicMs - this.#sweptMs < HOUR_MS ? null : databaseMs;
    if (this.#waiting.length === 0 && !this.#isBehind && sweepsAtMs === null) return;
    this.#work(async (copy, db) => {
      const nowMs = this.#options.clock.nowMs();
      // What waits was played last, and whoever follows writes down what comes in the order of its coming.
      // A folder that cannot be listed keeps nothing else from the group.
      const failure = await this.#sendMissing(copy, nowMs).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      const sent = new Set(this.#waiting);
      await copy.send([...sent]);
      this.#waiting = this.#waiting.filter((entry) => !sent.has(entry));
      if (failure !== null) throw failure.error;
      if (sweepsAtMs === null) return;
      this.#sweptMs = monotonicMs;
      // Of two clocks one may run ahead, and what it sweeps nobody gets back [W120].
      const sweptByMs = Math.min(nowMs, sweepsAtMs);
      await copy.sweep(sweptByMs);
      await forgetGoneMachines(db, this.#options.group, sweptByMs);
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
    await this.settled();
    if (!isOwn) await this.#way?.copy.follow(nowMs);
    this.#isBehind = true;
  }

  async #sendMissing(copy: JournalCopy, nowMs: number): Promise<void> {
    if (!this.#isBehind) return;
    // What falls behind meanwhile is looked for again.
    this.#isBehind = false;
    await copy.sendMissing(nowMs);
    this.#hasTold = false;
  }

  #leaveToFiles(): void {
    this.#waiting.shift();
    this.#isBehind = true;
    if (this.#hasTold) return;
    this.#hasTold = true;
    this.#options.logger.warn(
      { waiting: WAITING_MAX },
      'the database of this machine’s group has been away so long that older plays wait in the journal’s files alone, and are read from there when it is back: check the database',
    );
  }

  #work(work: (copy: JournalCopy, db: Database) => Promise<void>): void {
    if (this.#isAtWork || this.#way === null) return;
    this.#isAtWork = true;
    this.#atWork = work(this.#way.copy, this.#way.db).then(
      () => {
        this.#isAtWork = false;
        // Played meanwhile: whoever takes the turn next has to know of it.
        if (this.#waiting.length > 0) this.send();
      },
      (error: unknown) => {
        this.#isAtWork = false;
        this.#isBehind = true;
        this.#options.logger.debug({ err: error }, 'the journal could not be copied, and will be');
      },
    );
  }
}
