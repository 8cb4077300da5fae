import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { FOLLOW_EVERY_MS } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Outage } from '#src/platform/log/outage.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import { isToldPart, readPart, type ToldPart, type ToldStation } from './told-parts.ts';

/** What should have ended this long ago is not on air: the radio's machine is away. */
const LATE_MS = 2 * MINUTE_MS;

interface FollowedStationOptions {
  db: Database;
  clock: Clock;
  logger: Logger;
  database: Pick<Outage, 'failed' | 'worked'>;
  /** Called when a part of the station has changed. */
  onChange(): void;
}

/** The station as its own machine tells it in the database, for a web process that has no station folder. */
export class FollowedStation implements AsyncDisposable {
  readonly #options: FollowedStationOptions;
  readonly #timer: Disposable;
  readonly #versions = new Map<ToldPart, string>();
  readonly #runs = new SingleRun(() => this.#lookOrTell());
  #told: Partial<ToldStation> = {};

  private constructor(options: FollowedStationOptions) {
    this.#options = options;
    this.#timer = options.clock.every(FOLLOW_EVERY_MS, () => void this.#runs.join());
  }

  /** Resolves when what is told already is known. */
  static async open(options: FollowedStationOptions): Promise<FollowedStation> {
    const station = new FollowedStation(options);
    await station.look();
    return station;
  }

  /** What is known so far; parts that nobody has told are missing. */
  get told(): Partial<ToldStation> {
    return this.#told;
  }

  /** What is on air. */
  get onAir(): NowPlaying[] {
    const nowMs = this.#options.clock.nowMs() + (this.#told.radio?.aheadMs ?? 0);
    return (this.#told.onAir ?? []).filter(
      ({ started_at, duration }) =>
        duration === 0 || Date.parse(started_at) + duration * 1_000 + LATE_MS > nowMs,
    );
  }

  /** Takes what has changed. Never rejects. */
  look(): Promise<void> {
    return this.#runs.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer[Symbol.dispose]();
    await this.#runs[Symbol.asyncDispose]();
  }

  async #lookOrTell(): Promise<void> {
    const { database, logger } = this.#options;
    try {
      const hasChanged = await this.#take();
      database.worked();
      if (hasChanged) this.#options.onChange();
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return database.failed(error.message);
      logger.error(
        { err: error },
        'the web process could not read how the station stands: check the database',
      );
    }
  }

  async #take(): Promise<boolean> {
    const { db, logger } = this.#options;
    const rows = await db.selectFrom('station_parts').select(['part', 'version']).execute();
    const changed = rows.flatMap(({ part, version }) =>
      isToldPart(part) && this.#versions.get(part) !== version ? [part] : [],
    );
    if (changed.length === 0) return false;
    const contents = await db
      .selectFrom('station_parts')
      .select(['part', 'version', 'content'])
      .where('part', 'in', changed)
      .execute();
    for (const { part, version, content } of contents) {
      if (!isToldPart(part)) continue;
      this.#versions.set(part, version);
      try {
        this.#told = { ...this.#told, [part]: readPart(part, content) };
      } catch (error) {
        logger.warn(
          { err: error, part },
          'the radio runs another version of Onde, which tells a part of the station otherwise; what is known of it stays: bring all machines to one version',
        );
      }
    }
    return true;
  }
}
