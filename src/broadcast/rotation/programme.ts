import { DAY_MS } from '#src/contract/durations.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { StreamConfig } from '#src/station/config/station-config.ts';
import type { Choice } from './choice.wire.ts';
import { chooseTrack } from './choose-track.ts';
import { folderAt, isInFolder } from './folder-hours.ts';
import type { Library, Shelved } from './library.ts';
import { buildPool, type Pool, poolInSlices } from './pool.ts';
import { ROTATION_RULES } from './pool-rests.ts';
import type { RotationMemory } from './rotation-memory.ts';

/** What a choice is made from; read anew each time, since an operator may change it meanwhile. */
export interface ProgrammeFacts {
  library: Library;
  stream: StreamConfig;
  timezone: string;
  /**
   * How far the wall clock is ahead of the instants that the programme is asked for (see FrameDates); 0 by
   * default.
   */
  wallAheadMs?: number;
}

/** Age at which a pool is indexed anew without a change, as tracks grow old. */
const INDEX_MS = DAY_MS;

interface IndexedPool {
  pool: Pool;
  /** All tracks of the stream when it was indexed. */
  shelf: readonly Shelved[];
  atMs: number;
}

interface ProgrammeOptions {
  streamId: StreamId;
  memory: RotationMemory;
  facts: () => ProgrammeFacts;
  /** Gives the numbers from 0 to 1 of one choice, anew for each. */
  chance: () => () => number;
}

/** Decides what a stream plays next. */
export class Programme {
  readonly #options: ProgrammeOptions;
  /** Media that could not be played, by id, with the instant from which they may be tried again. */
  readonly #resting = new Map<string, number>();
  /** By folder, '' for the whole stream. */
  readonly #pools = new Map<string, IndexedPool>();
  /** Why the pieces chosen since the last one began were chosen, by id. */
  readonly #choices = new Map<string, Choice>();

  constructor(options: ProgrammeOptions) {
    this.#options = options;
  }

  /**
   * Indexes what changed since the last choice, in slices. Call it before `next` where listeners would notice
   * the tenth of a second that a large library takes.
   * @param pause lets other work go on; called after each slice
   */
  async prepare(atMs: number, pause: () => Promise<void>): Promise<void> {
    const { library, stream, timezone, wallAheadMs = 0 } = this.#options.facts();
    const folder = folderAt(stream.hours, atMs + wallAheadMs, timezone);
    for (const name of folder === null ? [''] : [folder, '']) {
      const shelf = library.shelf(this.#options.streamId, 'track');
      if (this.#isCurrent(name, shelf, atMs)) continue;
      const slices = poolInSlices(this.#ground(name, shelf, atMs));
      for (let step = slices.next(); ; step = slices.next()) {
        if (step.done) {
          this.#pools.set(name, { pool: step.value, shelf, atMs });
          break;
        }
        await pause();
      }
    }
  }

  /**
   * Returns what begins at the instant: a jingle when enough tracks have played, else a track. Without any
   * music it is a jingle if the bed has played in between (`afterBed`); null then means the bed.
   */
  next(atMs: number, afterBed: boolean): MediaRecord | null {
    const { library, stream, timezone, wallAheadMs = 0 } = this.#options.facts();
    const isJingleDue =
      stream.jingleEvery > 0 && this.#options.memory.tracksSinceJingle >= stream.jingleEvery;
    if (isJingleDue) {
      const jingle = this.#jingle(library, atMs);
      if (jingle) return jingle;
    }
    const track = this.#track(library, folderAt(stream.hours, atMs + wallAheadMs, timezone), atMs);
    return track ?? (afterBed ? this.#jingle(library, atMs) : null);
  }

  /** Leaves a piece out until the instant, because its file cannot be played. */
  rest(id: string, untilMs: number): void {
    this.#resting.set(id, untilMs);
  }

  /** Leaves a piece out no longer, nor the `others` that have rested longest. */
  wake(id: string, others: number): void {
    this.#resting.delete(id);
    const longest = [...this.#resting].sort(([, a], [, b]) => a - b).slice(0, others);
    for (const [other] of longest) this.#resting.delete(other);
  }

  /** Ids of what cannot be played at the instant. */
  restingAt(atMs: number): Set<string> {
    for (const [id, untilMs] of this.#resting) if (atMs >= untilMs) this.#resting.delete(id);
    return new Set(this.#resting.keys());
  }

  /**
   * Returns the track that has rested longest, which is worth a try before the bed when all of them rest.
   * Null without tracks.
   */
  longestResting(): MediaRecord | null {
    const until = ({ record }: { record: MediaRecord }) => this.#resting.get(record.id) ?? 0;
    const [longest] = [...this.#options.facts().library.shelf(this.#options.streamId, 'track')].sort(
      (a, b) => until(a) - until(b),
    );
    return longest?.record ?? null;
  }

  /** Returns why the piece that begins was chosen; undefined for a jingle. */
  choiceOf(id: string): Choice | undefined {
    const choice = this.#choices.get(id);
    this.#choices.clear();
    return choice;
  }

  #track(library: Library, folder: string | null, atMs: number): MediaRecord | null {
    const resting = this.restingAt(atMs);
    for (const name of folder === null ? [''] : [folder, '']) {
      const pool = this.#pool(library, name, atMs);
      const chosen = chooseTrack({
        pool,
        atMs,
        random: this.#options.chance(),
        resting,
        rules: ROTATION_RULES,
      });
      if (chosen === null) continue;
      this.#choices.set(chosen.record.id, chosen.choice);
      return chosen.record;
    }
    return null;
  }

  #pool(library: Library, name: string, atMs: number): Pool {
    const shelf = library.shelf(this.#options.streamId, 'track');
    const known = this.#pools.get(name);
    if (known && this.#isCurrent(name, shelf, atMs)) return known.pool;
    const pool = buildPool(this.#ground(name, shelf, atMs));
    this.#pools.set(name, { pool, shelf, atMs });
    return pool;
  }

  #isCurrent(name: string, shelf: readonly Shelved[], atMs: number): boolean {
    const known = this.#pools.get(name);
    return known?.shelf === shelf && Math.abs(atMs - known.atMs) < INDEX_MS;
  }

  #ground(name: string, shelf: readonly Shelved[], atMs: number) {
    const shelved =
      name === '' ? shelf : shelf.filter(({ folders }) => folders.some((one) => isInFolder(one, name)));
    return { name, shelved, memory: this.#options.memory, atMs, rules: ROTATION_RULES };
  }

  #jingle(library: Library, atMs: number): MediaRecord | null {
    const resting = this.restingAt(atMs);
    const [longestAgo] = library
      .shelf(this.#options.streamId, 'jingle')
      .filter(({ record }) => !resting.has(record.id))
      .map(({ record }) => ({ record, ms: this.#options.memory.heardMs(record.id) }))
      .sort((a, b) => (a.ms === b.ms ? 0 : a.ms - b.ms));
    return longestAgo?.record ?? null;
  }
}
