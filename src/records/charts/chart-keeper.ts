import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { IsoWeek } from '#src/platform/time-zone/iso-week.ts';
import { CHART_WINDOW_MS } from './chart-order.ts';
import { findDueWeeks, writeWeek } from './chart-weeks.ts';
import { type LikesBetween, moveChartWindow } from './chart-window.ts';

const EVERY_MS = 60_000;
/** By then the plays up to midnight have come out of the journal. */
const WEEK_SETTLES_MS = 5 * 60_000;

export interface ChartKeeperOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The station's, as it stands now. */
  timezone(): string;
  /** Drains the journal into the database. */
  drain(): Promise<void>;
  readonly likesBetween?: LikesBetween;
}

/** Keeps the charts true to the clock: plays leave them after 30 days, and each week that is over is written down. */
export class ChartKeeper implements AsyncDisposable {
  readonly #options: ChartKeeperOptions;
  readonly #tick: Disposable;
  /** Weeks without a chart. */
  readonly #silent = new Set<IsoWeek>();
  readonly #stopping = Promise.withResolvers<void>();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: ChartKeeperOptions) {
    this.#options = options;
    this.#tick = options.clock.every(EVERY_MS, () => void this.run());
  }

  /** Resolves when the charts are what they should be now, or when that failed. */
  run(): Promise<void> {
    this.#running ??= this.#keep()
      .catch((error: unknown) =>
        this.#options.logger.error(
          { err: error },
          'Onde could not write the charts and tries again: check the database',
        ),
      )
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    this.#stopping.resolve();
    this.#tick[Symbol.dispose]();
    await this.#running;
  }

  async #keep(): Promise<void> {
    const { db, clock, logger, likesBetween = null } = this.#options;
    await Promise.race([this.#options.drain(), this.#stopping.promise]);
    if (this.#stopped) return;
    const nowMs = clock.nowMs();
    const isStopped = () => this.#stopped;
    await moveChartWindow(db, nowMs - CHART_WINDOW_MS, { likesBetween, isStopped });
    const timezone = this.#options.timezone();
    for (const week of await findDueWeeks(db, timezone, nowMs - WEEK_SETTLES_MS)) {
      if (this.#silent.has(week)) continue;
      const written = await writeWeek(week, { db, timezone, nowMs, likesBetween, isStopped });
      if (this.#stopped) return;
      if (written) logger.info({ week }, 'Onde wrote the charts of the week');
      else this.#silent.add(week);
    }
  }
}
