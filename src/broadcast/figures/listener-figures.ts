import type { ListenersEntry, ListenersOf, Transport } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { Variant } from '#src/broadcast/timeline/timeline.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { type Caller, DailyHashes, DistinctCount } from './daily-hashes.ts';
import { SegmentListeners } from './segment-listeners.ts';
import type { Progress } from './sent-sound.ts';

/** What somebody listens to, and how. */
export interface Place {
  streamId: StreamId;
  variant: Variant;
  transport: Transport;
}

/** What a count is of: all streams, one of them, or one place. */
type Scope = Partial<Place>;

interface ListenerFiguresOptions {
  clock: Clock;
  /** The day that the station's clocks show at an instant, `YYYY-MM-DD`. */
  dayOf: (ms: number) => string;
  /** Text that nobody can guess, different each time. */
  draw: () => string;
  /** How long the sound lasts that was heard since the start, by place; never falls [R71]. */
  heardMs: () => Iterable<Place & { ms: number }>;
}

interface Live {
  readonly scopes: readonly Scope[];
  readonly identity: string;
}

interface HourCount {
  readonly scope: Scope;
  peak: number;
  joins: number;
  heardMs: number;
  readonly distinct: DistinctCount;
}

/**
 * Counts who listens: now, in this hour and on this day [R176]. All that it keeps of somebody who has left is that
 * one more was there.
 */
export class ListenerFigures {
  readonly #options: ListenerFiguresOptions;
  readonly #hashes: DailyHashes;
  readonly #live = new Set<Live>();
  readonly #segments = new Map<string, SegmentListeners>();
  readonly #present = new Map<string, { scope: Scope; count: number }>();
  /** Joins since the start. */
  readonly #joins = new Map<string, { place: Place; count: number }>();
  readonly #heardMs = new Map<string, number>();
  #hour: { hourMs: number; startedMs: number; counts: Map<string, HourCount> };
  #day: { day: string; sinceMs: number; counts: Map<string, { scope: Scope; distinct: DistinctCount }> };

  constructor(options: ListenerFiguresOptions) {
    this.#options = options;
    this.#hashes = new DailyHashes(options.draw);
    const nowMs = options.clock.nowMs();
    this.#hour = { hourMs: hourOf(nowMs), startedMs: nowMs, counts: new Map() };
    this.#day = { day: options.dayOf(nowMs), sinceMs: nowMs, counts: new Map() };
  }

  /** Somebody's connection begins; dispose of what is returned when it ends. Robots are not told of here [W155]. */
  joined(place: Place, caller: Caller): Disposable {
    return this.#enter(place, this.#hashes.identify(caller));
  }

  /**
   * A segment was sent whole to somebody [R178]. Returns what SentSound.segmentSent wants to know. Robots are not
   * told of here [W155].
   */
  segmentSent(
    { streamId, variant }: Pick<Place, 'streamId' | 'variant'>,
    caller: Caller,
    segment: { fromFrame: number; untilFrame: number },
  ): Progress {
    const key = `${streamId} ${variant}`;
    const listeners = this.#segments.get(key) ?? new SegmentListeners();
    this.#segments.set(key, listeners);
    const identity = this.#hashes.identify(caller);
    const nowMs = this.#options.clock.monotonicMs();
    return listeners.sent(identity, { ...segment, nowMs }, () =>
      this.#enter({ streamId, variant, transport: 'hls' }, identity),
    );
  }

  /** Who listens at this moment, place by place, those where somebody was before too. */
  present(): (Place & { listeners: number })[] {
    this.#sweep();
    return [...this.#present.values()].flatMap(({ scope: { streamId, variant, transport }, count }) =>
      streamId && variant && transport ? [{ streamId, variant, transport, listeners: count }] : [],
    );
  }

  /** How often somebody came since the start, place by place. */
  joins(): (Place & { joins: number })[] {
    return [...this.#joins.values()].map(({ place, count }) => ({ ...place, joins: count }));
  }

  /**
   * What is known of the hour that was counted last, for the journal, and begins another one when it is over; null
   * when nobody was there. Call it every few minutes, and on the hour.
   */
  take(): ListenersEntry | null {
    this.#sweep();
    this.#addHeard();
    const entry = this.#entry();
    const nowMs = this.#options.clock.nowMs();
    if (hourOf(nowMs) !== this.#hour.hourMs) {
      this.#hour = { hourMs: hourOf(nowMs), startedMs: nowMs, counts: new Map() };
      for (const live of this.#live) this.#countInHour(live);
    }
    if (this.#options.dayOf(nowMs) !== this.#day.day) {
      this.#hashes.renew();
      this.#day = { day: this.#options.dayOf(nowMs), sinceMs: nowMs, counts: new Map() };
      for (const live of this.#live) this.#countInDay(live);
    }
    return entry;
  }

  #enter(place: Place, identity: string): Disposable {
    const { streamId } = place;
    const live: Live = { scopes: [{}, { streamId }, place], identity };
    this.#live.add(live);
    for (const scope of live.scopes) {
      const present = this.#present.get(keyOf(scope)) ?? { scope, count: 0 };
      present.count += 1;
      this.#present.set(keyOf(scope), present);
    }
    const joins = this.#joins.get(keyOf(place)) ?? { place, count: 0 };
    joins.count += 1;
    this.#joins.set(keyOf(place), joins);
    this.#countInHour(live);
    for (const scope of live.scopes) this.#hourCount(scope).joins += 1;
    this.#countInDay(live);
    return {
      [Symbol.dispose]: () => {
        if (!this.#live.delete(live)) return;
        for (const scope of live.scopes) {
          const present = this.#present.get(keyOf(scope));
          if (present) present.count -= 1;
        }
      },
    };
  }

  /** Whoever is there, come in this hour or before. */
  #countInHour({ scopes, identity }: Live): void {
    const number = this.#hashes.today(identity);
    for (const scope of scopes) {
      const count = this.#hourCount(scope);
      count.peak = Math.max(count.peak, this.#present.get(keyOf(scope))?.count ?? 0);
      count.distinct.add(number);
    }
  }

  #countInDay({ scopes, identity }: Live): void {
    const number = this.#hashes.today(identity);
    for (const scope of scopes) {
      if (scope.variant !== undefined) continue;
      const count = this.#day.counts.get(keyOf(scope)) ?? { scope, distinct: new DistinctCount() };
      this.#day.counts.set(keyOf(scope), count);
      count.distinct.add(number);
    }
  }

  #hourCount(scope: Scope): HourCount {
    const key = keyOf(scope);
    const known = this.#hour.counts.get(key);
    if (known) return known;
    const count = { scope, peak: 0, joins: 0, heardMs: 0, distinct: new DistinctCount() };
    this.#hour.counts.set(key, count);
    return count;
  }

  /** What was heard since the last time was in the hour that was counted until now. */
  #addHeard(): void {
    for (const { ms, ...place } of this.#options.heardMs()) {
      const key = keyOf(place);
      const heardMs = ms - (this.#heardMs.get(key) ?? 0);
      if (heardMs <= 0) continue;
      this.#heardMs.set(key, ms);
      for (const scope of [{}, { streamId: place.streamId }, place])
        this.#hourCount(scope).heardMs += heardMs;
    }
  }

  #entry(): ListenersEntry | null {
    const { hourMs, startedMs, counts } = this.#hour;
    if (counts.size === 0) return null;
    const { day, sinceMs, counts: ofDay } = this.#day;
    return {
      kind: 'listeners',
      startedMs,
      hourMs,
      untilMs: this.#options.clock.nowMs(),
      counts: [...counts.values()].map(
        ({ scope, peak, joins, heardMs, distinct }): ListenersOf => ({
          ...scope,
          peak,
          joins,
          distinct: distinct.count,
          heardMs: Math.round(heardMs),
        }),
      ),
      day: {
        day,
        sinceMs,
        counts: [...ofDay.values()].map(({ scope: { streamId }, distinct }) => ({
          ...(streamId && { streamId }),
          distinct: distinct.count,
        })),
      },
    };
  }

  #sweep(): void {
    const nowMs = this.#options.clock.monotonicMs();
    for (const listeners of this.#segments.values()) listeners.sweep(nowMs);
  }
}

function keyOf({
  streamId = '',
  variant = '',
  transport = '',
}: {
  streamId?: string;
  variant?: string;
  transport?: string;
}) {
  return `${streamId} ${variant} ${transport}`;
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}
