import { setImmediate } from 'node:timers/promises';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { CLOCK_AHEAD_MS } from '#src/contract/limits.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import { engineOf } from '#src/db/engine.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { EarlyEnd } from '#src/platform/scheduling/early-end.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { BelievedNow } from '#src/records/believed/believed-now.ts';
import { keepSongs } from '#src/records/songs/find-song.ts';
import {
  addLikes,
  addPlays,
  type CountedPlay,
  chartWindowFrom,
  lockChartWindow,
  recountInCharts,
} from './chart-counts.ts';
import { CHART_WINDOW_MS, findDueWeeks, likesBetween, takeBackWeeks, writeWeek } from './chart-weeks.ts';

const EVERY_MS = MINUTE_MS;

export interface ChartKeeperOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Tells whether a written week is still to end. */
  readonly believed: Pick<BelievedNow, 'latestMs'>;
  /** The station's, as it stands now. */
  timezone(): string;
  /** Drains the journal into the database. */
  drain(): Promise<void>;
}

/** Keeps the charts true to the clock: plays come and leave by their date, and each week that is over is written down. */
export class ChartKeeper implements AsyncDisposable {
  readonly #options: ChartKeeperOptions;
  readonly #tick: Disposable;
  readonly #stopping = new EarlyEnd();
  readonly #runs = new SingleRun(() => this.#keepOrTell());
  #isRecounted = false;

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
    this.#stopping.end();
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
    const { db, clock, logger, believed } = this.#options;
    await this.#stopping.wait(this.#options.drain());
    if (this.#runs.isStopped) return;
    const nowMs = clock.nowMs();
    const isStopped = () => this.#runs.isStopped;
    if (!this.#isRecounted) this.#isRecounted = await recountAhead(db, { isStopped });
    await moveChartWindow(db, nowMs - CHART_WINDOW_MS, { isStopped });
    // A clock that was less than this ahead was believed as well.
    const passedMs = (await believed.latestMs()) - CLOCK_AHEAD_MS;
    const tookBack = await takeBackWeeks(db, Math.max(nowMs, passedMs));
    if (tookBack) logger.info('Onde took back the charts of weeks that a clock ahead of time had ended');
    const timezone = this.#options.timezone();
    for (const week of await findDueWeeks(db, timezone, nowMs)) {
      const isWritten = await writeWeek(week, { db, timezone, nowMs, isStopped });
      if (isStopped()) return;
      if (isWritten) logger.info({ week }, 'Onde wrote the charts of the week');
    }
  }
}

/** Plays of each stream a transaction: other requests are answered between two of them. */
const STEP = 40;

/**
 * Counts songs anew of which something is dated behind the window: earlier versions counted that with all the rest.
 * False when it was stopped.
 */
async function recountAhead(db: Database, options: { isStopped(): boolean }): Promise<boolean> {
  const { from_ms } = await db.selectFrom('chart_window').select('from_ms').executeTakeFirstOrThrow();
  const { untilMs } = chartWindowFrom(from_ms);
  const songs = new Set((await likesBetween(db, untilMs, Number.MAX_SAFE_INTEGER)).keys());
  for (const streamId of STREAM_IDS) {
    const plays = db.selectFrom('plays').select('song_id').distinct().where('stream_id', '=', streamId);
    for (const { song_id } of await plays.where('started_ms', '>=', untilMs).execute()) songs.add(song_id);
  }
  for (const songId of songs) {
    if (options.isStopped()) return false;
    await db.transaction().execute(async (trx) => {
      await keepSongs(trx, [songId]);
      await recountInCharts(trx, songId);
    });
    await setImmediate();
  }
  return true;
}

/**
 * Makes `toMs` the first instant that the charts count: takes away what has become too old and counts what was dated
 * ahead, or the other way round, after a clock that ran ahead was set right. Any number of processes may do it at once.
 */
async function moveChartWindow(db: Database, toMs: number, options: { isStopped(): boolean }): Promise<void> {
  const step = (trx: Database) => moveStep(trx, toMs);
  while (!options.isStopped() && (await db.transaction().execute(step))) await setImmediate();
}

/** False when the window is where it should be. */
async function moveStep(trx: Database, toMs: number): Promise<boolean> {
  await keepComing(trx, toMs);
  const { fromMs, untilMs } = await lockChartWindow(trx);
  if (fromMs === toMs) return false;
  const forward = toMs > fromMs;
  const atStart = await findPassed(trx, fromMs, toMs);
  const atEnd = await findPassed(trx, untilMs, chartWindowFrom(toMs).untilMs);
  const byMs = forward ? Math.min(atStart.byMs, atEnd.byMs) : Math.max(atStart.byMs, atEnd.byMs);
  const [coming, going] = forward ? [atEnd, atStart] : [atStart, atEnd];
  // What lies in both is counted before it is taken away.
  await addPlays(trx, coming.playsUpTo(byMs), 1);
  await addPlays(trx, going.playsUpTo(byMs), -1);
  await addLikes(trx, await coming.likesUpTo(byMs));
  const unliked = await going.likesUpTo(byMs);
  await addLikes(trx, new Map([...unliked].map(([songId, count]) => [songId, -count])));
  await trx
    .updateTable('chart_window')
    .set({ from_ms: fromMs + byMs })
    .where('id', '=', 1)
    .execute();
  return fromMs + byMs !== toMs;
}

/** Keeps the songs of what comes into the window on its way: before the window itself, as who names songs does. */
async function keepComing(trx: Database, toMs: number): Promise<void> {
  if (engineOf(trx) !== 'postgres') return;
  const { from_ms } = await trx.selectFrom('chart_window').select('from_ms').executeTakeFirstOrThrow();
  const { untilMs } = chartWindowFrom(from_ms);
  const { byMs, playsUpTo, likesUpTo } =
    toMs > from_ms
      ? await findPassed(trx, untilMs, chartWindowFrom(toMs).untilMs)
      : await findPassed(trx, from_ms, toMs);
  const likes = await likesUpTo(byMs);
  await keepSongs(trx, [...playsUpTo(byMs).map(({ song_id }) => song_id), ...likes.keys()]);
}

/** What an edge of the window passes on its way, as far as a step goes. */
async function findPassed(trx: Database, edgeMs: number, toMs: number) {
  const forward = toMs > edgeMs;
  const slices: CountedPlay[][] = [];
  for (const streamId of STREAM_IDS)
    slices.push(await playsBetween(trx, streamId, Math.min(edgeMs, toMs), Math.max(edgeMs, toMs), forward));
  const ends = slices.flatMap((slice) => (slice.length < STEP ? [] : (slice.at(-1)?.started_ms ?? [])));
  const nextMs = forward ? Math.min(toMs, ...ends) : Math.max(toMs, ...ends);
  return {
    byMs: nextMs - edgeMs,
    playsUpTo: (byMs: number) =>
      slices
        .flat()
        .filter(({ started_ms }) => (forward ? started_ms < edgeMs + byMs : started_ms >= edgeMs + byMs)),
    likesUpTo: (byMs: number) =>
      likesBetween(trx, Math.min(edgeMs, edgeMs + byMs), Math.max(edgeMs, edgeMs + byMs)),
  };
}

async function playsBetween(
  trx: Database,
  streamId: CountedPlay['stream_id'],
  lowMs: number,
  highMs: number,
  forward: boolean,
): Promise<CountedPlay[]> {
  return trx
    .selectFrom('plays')
    .select(['stream_id', 'song_id', 'started_ms'])
    .where('stream_id', '=', streamId)
    .where('started_ms', '>=', lowMs)
    .where('started_ms', '<', highMs)
    .orderBy('started_ms', forward ? 'asc' : 'desc')
    .limit(STEP)
    .execute();
}
