import type { Database } from '#src/db/database.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-unavailable.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { IsoWeek } from '#src/platform/time-zone/iso-week.ts';
import { CHART_WINDOW_MS } from './chart-order.ts';
import { findDueWeeks, writeWeek } from './chart-weeks.ts';
import { moveChartWindow } from './chart-window.ts';

const EVERY_MS = 60_000;
/** By then the plays up to midnight have come out of the journal. */
export const WEEK_SETTLES_MS = 5 * 60_000;

export interface ChartKeeperOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The station's, as it stands now. */
  timezone(): string;
  /** Drains the journal into the database. */
  drain(): Promise<void>;
}

/** Keeps the charts true to the clock: plays leave them after 30 days, and each week that is over is written down. */
export class ChartKeeper implements AsyncDisposable {
  readonly #options: ChartKeeperOptions;
  readonly #tick: Disposable;
  /** Weeks without a chart. */
  readonly #silent = new Set<IsoWeek>();
  readonly #stopping = Promise.withResolvers<void>();
  readonly #runs = new SingleRun(() => this.#keepOrTell());

  constructor(options: ChartKeeperOptions) {
    this.#options = options;
    this.#tick = options.clock.every(EVERY_MS, () => void this.run());
  }

  /** Resolves when the charts are what they should be now, or when that failed. */
  run(): Promise<void> {
    return this.#runs.join();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const idle = this.#runs[Symbol.asyncDispose]();
    this.#stopping.resolve();
    this.#tick[Symbol.dispose]();
    await idle;
  }

  async #keepOrTell(): Promise<void> {
    try {
      await this.#keep();
    } catch (error) {
      // The drain, which goes first, tells of a database that is away.
      const level = error instanceof DatabaseUnavailable ? 'debug' : 'error';
      this.#options.logger[level](
        { err: error },
        'Onde could not write the charts and tries again: check the database',
      );
    }
  }

  async #keep(): Promise<void> {
    const { db, clock, logger } = this.#options;
    await Promise.race([this.#options.drain(), this.#stopping.promise]);
    if (this.#runs.isStopped) return;
    const nowMs = clock.nowMs();
    const isStopped = () => this.#runs.isStopped;
    await moveChartWindow(db, nowMs - CHART_WINDOW_MS, { isStopped });
    const timezone = this.#options.timezone();
    for (const week of await findDueWeeks(db, timezone, nowMs - WEEK_SETTLES_MS)) {
      if (this.#silent.has(week)) continue;
      const written = await writeWeek(week, { db, timezone, nowMs, isStopped });
      if (isStopped()) return;
      if (written) logger.info({ week }, 'Onde wrote the charts of the week');
      else this.#silent.add(week);
    }
  }
}
