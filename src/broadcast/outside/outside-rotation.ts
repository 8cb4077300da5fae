import { setImmediate } from 'node:timers/promises';
import type { Journal } from '#src/broadcast/journal/journal.ts';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { Choice } from '#src/broadcast/rotation/choice.wire.ts';
import type { Library } from '#src/broadcast/rotation/library.ts';
import { Programme } from '#src/broadcast/rotation/programme.ts';
import { RotationMemory } from '#src/broadcast/rotation/rotation-memory.ts';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';

/** [W197] Ids of reports that are known again, on one stream. */
export const AUTODJ_REPORTS_KEPT = 1_000;
/** Tracks given out whose reasons are kept until they are reported: a playout asks for a few ahead. */
const GIVEN_KEPT = 32;
/** Farthest that tracks are given out ahead, as if each were played. */
const AHEAD_MAX_MS = 2 * HOUR_MS;
/** The latest instant lies farther ahead than so many reports at once can bring it: the clock was set back. */
const SET_BACK_MS = MINUTE_MS;
const BASE = 36;
const ID = /^([a-z0-9]{1,10})-([0-9a-f]{32})-([0-9a-z]{8,9})$/;

interface OutsideRotationOptions {
  config: () => StationConfig;
  library: Library;
  /** What it played lately, by stream, oldest first. */
  plays: ReadonlyMap<StreamId, readonly JournalEntry[]>;
  journal: Pick<Journal, 'append'>;
  random: () => number;
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
}

/** A track for an outside playout. */
export interface GivenTrack {
  /** By which it is fetched and reported. */
  id: string;
  record: MediaRecord;
}

/**
 * Chooses what an outside playout plays next [W196], by the rules of our own streams and from the same tracks, with a
 * memory of its own: what it plays changes nothing on ours. A track counts as played when it is given out, since a
 * playout asks for several before the first one has begun; after a start, what was reported counts.
 */
export class OutsideRotation {
  readonly #options: OutsideRotationOptions;
  readonly #streams = new Map<StreamId, OutsideStream>();

  constructor(options: OutsideRotationOptions) {
    this.#options = options;
  }

  /** Null when the stream has no music, or the station no such stream. */
  async next(streamId: StreamId): Promise<GivenTrack | null> {
    return (await this.#of(streamId)?.next()) ?? null;
  }

  /** The track of an id that was given out, before a restart too; null for any other. */
  find(id: string): (GivenTrack & { streamId: StreamId }) | null {
    const [, streamId = '', media = ''] = ID.exec(id) ?? [];
    const record = this.#options.library.find(media);
    if (!isStreamId(streamId) || record === null || record.kind !== 'track') return null;
    return { id, record, streamId };
  }

  /** Writes a play into the journal, once for an id [W197]; whether it was new. */
  played(id: string): 'new' | 'known' | 'unknown' {
    const found = this.find(id);
    const stream = found && this.#of(found.streamId);
    if (!found || !stream) return 'unknown';
    return stream.played(found) ? 'new' : 'known';
  }

  #of(streamId: StreamId): OutsideStream | null {
    if (!this.#options.config().streams.some(({ id }) => id === streamId)) return null;
    const known = this.#streams.get(streamId);
    if (known) return known;
    const stream = new OutsideStream(streamId, this.#options);
    this.#streams.set(streamId, stream);
    return stream;
  }
}

class OutsideStream {
  readonly #streamId: StreamId;
  readonly #options: OutsideRotationOptions;
  readonly #memory = new RotationMemory();
  readonly #programme: Programme;
  /** Ids of reports, the oldest first. */
  readonly #reported = new Set<string>();
  readonly #choices = new Map<string, Choice | undefined>();
  /** The present by the clock and by the time that has passed, when this began. */
  readonly #start: { nowMs: number; monotonicMs: number };
  #untilMs = Number.NEGATIVE_INFINITY;
  #latestMs = 0;
  /** One after the other: a choice counts before the next one is made. */
  #choosing: Promise<unknown> = Promise.resolve();

  constructor(streamId: StreamId, options: OutsideRotationOptions) {
    this.#streamId = streamId;
    this.#options = options;
    const { library, config, random, plays, clock } = options;
    this.#start = { nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    const stream = () => {
      const found = config().streams.find(({ id }) => id === streamId);
      if (!found) throw new Error(`the station has no stream ${streamId}`);
      // Jingles are the outside playout's own affair.
      return { ...found, jingleEvery: 0 };
    };
    const facts = () => ({
      library,
      stream: stream(),
      timezone: config().timezone,
      wallAheadMs: clock.nowMs() - this.#countedMs(),
    });
    this.#programme = new Programme({ streamId, memory: this.#memory, facts, chance: () => random });
    for (const play of plays.get(streamId) ?? []) {
      // A clock that was set back leaves plays in the future: they count as heard all the same.
      this.#memory.remember({ ...play, startedMs: Math.min(play.startedMs, this.#start.nowMs) });
      this.#report(play.outside ?? '');
    }
  }

  next(): Promise<GivenTrack | null> {
    const choosing = this.#choosing.then(() => this.#choose());
    this.#choosing = choosing.catch(() => {});
    return choosing;
  }

  /** Whether the report is new. */
  played({ id, record }: GivenTrack): boolean {
    if (this.#reported.has(id)) return false;
    this.#report(id);
    const { kind, artist, title, slug, durationMs, rendering } = record;
    this.#options.journal.append({
      streamId: this.#streamId,
      kind,
      id: record.id,
      artist,
      title,
      slug,
      startedMs: this.#later(),
      durationMs,
      rendering,
      choice: this.#choices.get(id),
      outside: id,
    });
    this.#choices.delete(id);
    return true;
  }

  async #choose(): Promise<GivenTrack | null> {
    const nowMs = this.#countedMs();
    const atMs = Math.min(Math.max(nowMs, this.#untilMs), nowMs + AHEAD_MAX_MS);
    // Listeners must not wait for what a large library takes.
    await this.#programme.prepare(atMs, () => setImmediate());
    const record = this.#programme.next(atMs, false);
    if (record === null) return null;
    const choice = this.#programme.choiceOf(record.id);
    this.#memory.remember({ ...record, startedMs: atMs, choice });
    this.#untilMs = atMs + record.durationMs;
    const id = `${this.#streamId}-${record.id}-${this.#later().toString(BASE)}`;
    this.#choices.set(id, choice);
    forgetOldest(this.#choices, GIVEN_KEPT);
    return { id, record };
  }

  /** The present by the time that has passed since the start: rests are measured in it, whatever the clock does. */
  #countedMs(): number {
    return this.#start.nowMs + this.#options.clock.monotonicMs() - this.#start.monotonicMs;
  }

  /** The present millisecond, or the one after the latest: ids and plays have each a different one. */
  #later(): number {
    const nowMs = Math.round(this.#options.clock.nowMs());
    const wasSetBack = this.#latestMs - nowMs > SET_BACK_MS;
    this.#latestMs = wasSetBack ? nowMs : Math.max(nowMs, this.#latestMs + 1);
    return this.#latestMs;
  }

  #report(id: string): void {
    this.#reported.add(id);
    forgetOldest(this.#reported, AUTODJ_REPORTS_KEPT);
  }
}

function forgetOldest(
  known: { size: number; keys(): Iterable<string>; delete(key: string): unknown },
  most: number,
): void {
  for (const key of known.keys()) {
    if (known.size <= most) return;
    known.delete(key);
  }
}
