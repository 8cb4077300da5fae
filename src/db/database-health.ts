import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '#src/platform/clock/clock.ts';
import { isDoneWithin } from '#src/platform/scheduling/done-within.ts';
import type { Database } from './database.ts';
import { askApart } from './postgres/ask-apart.ts';

/**
 * `slow`: a question is under way for longer than usual, or neither it nor one over a new connection is answered ·
 * `away`: the database refuses, or answers no connection · `stuck`: it does not answer this process, but answers a new
 * connection: something that this process holds open never ends.
 */
export type DatabaseHealth = 'well' | 'slow' | 'away' | 'stuck';

/** A caller gets an answer in this time. */
const WAIT_MS = 800;
/**
 * After this long without an answer, a new connection is asked as well: it tells a busy pool from a server that is
 * frozen.
 */
const SUSPECT_MS = 300;
const SLOW_MS = 2_000;
/** Longer than a write waits for another process's lock. */
const STUCK_MS = 6_000;

export interface DatabaseProbes {
  /** `select 1` the way that every request goes. */
  ask(): Promise<unknown>;
  /**
   * `select 1` over a connection of its own.
   * @throws in a few seconds without an answer
   */
  askApart(): Promise<unknown>;
}

/** Says how the database is; any number of callers share one question to it. */
export class DatabaseCheck {
  readonly #probes: DatabaseProbes;
  readonly #clock: Clock;
  #asking: Promise<void> | null = null;
  #askedMs = 0;
  /** Whether a new connection was answered since this process's question was asked. */
  #answersOthers = false;
  #found: DatabaseHealth = 'well';

  constructor(probes: DatabaseProbes, clock: Clock) {
    this.#probes = probes;
    this.#clock = clock;
  }

  async health(): Promise<DatabaseHealth> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    await turn();
    if (this.#asking !== null) await isDoneWithin(WAIT_MS, this.#asking, this.#clock);
    const underWayMs = this.#asking === null ? 0 : this.#clock.monotonicMs() - this.#askedMs;
    const isSlow = underWayMs >= SLOW_MS || (underWayMs >= WAIT_MS && !this.#answersOthers);
    return this.#found === 'well' && isSlow ? 'slow' : this.#found;
  }

  async #ask(): Promise<void> {
    this.#askedMs = this.#clock.monotonicMs();
    this.#answersOthers = false;
    let answer: DatabaseHealth | null = null;
    const answered = this.#probes.ask().then(
      () => {
        answer = 'well';
      },
      () => {
        answer = 'away';
      },
    );
    // The embedded database answers at once, and even a timer that is cancelled wakes the process later.
    await turn();
    if (answer === null) await isDoneWithin(SUSPECT_MS, answered, this.#clock);
    if (answer === null)
      void this.#probes.askApart().then(
        () => {
          this.#answersOthers = true;
        },
        () => {},
      );
    while (answer === null) {
      await isDoneWithin(STUCK_MS, answered, this.#clock);
      if (answer !== null) break;
      this.#found = await this.#probes.askApart().then(
        () => 'stuck' as const,
        () => 'away' as const,
      );
    }
    this.#found = answer;
  }
}

const APART_MAX_MS = 3_000;

/**
 * How to ask whether the database answers. The embedded one is a file of ours: only this process can be slow,
 * so no second connection is asked.
 */
export function databaseProbes(db: Database, databaseUrl: string | null): DatabaseProbes {
  // Put together once: it is asked every second for months.
  const question = sql`select 1`.compile(db);
  return {
    ask: () => db.executeQuery(question),
    askApart: async () => {
      if (databaseUrl !== null) await askApart(databaseUrl, APART_MAX_MS, 'select 1');
    },
  };
}
