import type { ProgrammeFacts } from '#src/broadcast/rotation/programme.ts';
import type { RotationMemory } from '#src/broadcast/rotation/rotation-memory.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { SpotOfBreak } from './break-plan.wire.ts';
import { isBreakDue, type Span, servedUntilMs } from './break-times.ts';
import { type BreakPart, type BreakPlan, planBreak } from './plan-break.ts';

interface AdvertBreaksOptions {
  streamId: StreamId;
  memory: RotationMemory;
  facts: () => ProgrammeFacts;
  /** Ids of what cannot be played at an instant. */
  restingAt: (atMs: number) => ReadonlySet<string>;
}

/** Decides when a stream has an advert break, and what is heard in it. */
export class AdvertBreaks {
  readonly #options: AdvertBreaksOptions;

  constructor(options: AdvertBreaksOptions) {
    this.#options = options;
  }

  /**
   * Returns the break that follows a piece, by the count of frames; null when none is due or no spot can be
   * played.
   */
  after({ fromMs, untilMs }: Span): BreakPlan | null {
    const { library, stream, timezone, wallAheadMs = 0 } = this.#options.facts();
    if (stream.adverts === null) return null;
    const before = this.#options.memory.beforeBreak;
    const servedMs =
      before === null
        ? Number.NEGATIVE_INFINITY
        : servedUntilMs(
            stream.adverts,
            {
              fromMs: before.fromMs + wallAheadMs,
              untilMs: before.untilMs + wallAheadMs,
              plannedMs: before.plannedMs + wallAheadMs,
            },
            timezone,
          );
    const span = { fromMs: Math.max(servedMs, fromMs + wallAheadMs), untilMs: untilMs + wallAheadMs };
    if (!isBreakDue(stream.adverts, span, timezone)) return null;
    return planBreak({
      spots: library.shelf(this.#options.streamId, 'spot'),
      interludes: library.shelf(this.#options.streamId, 'interlude'),
      tracks: library.shelf(this.#options.streamId, 'track'),
      count: stream.adverts.spots,
      heardMs: ({ kind, id, slug }) =>
        kind === 'track' ? this.#options.memory.trackHeardMs(slug) : this.#options.memory.heardMs(id),
      resting: this.#options.restingAt(untilMs),
    });
  }

  /**
   * Returns the break that an entry of the journal belongs to; null when a piece of it is no longer there.
   */
  again({ spots, bonus }: SpotOfBreak): BreakPlan | null {
    const plan = { spots: this.#find(spots), bonus: this.#find(bonus) };
    const isWhole = plan.spots.length === spots.length && plan.bonus.length === bonus.length;
    return isWhole ? plan : null;
  }

  #find(parts: SpotOfBreak['spots']): BreakPart[] {
    const { library } = this.#options.facts();
    return parts.flatMap(({ id, frames, rendering }) => {
      const record = library.find(id);
      if (record === null) return [];
      return [{ record: record.rendering === rendering ? record : { ...record, rendering }, frames }];
    });
  }
}

/** Returns what the journal keeps with the spot at index `at` of the break. */
export function spotOfBreak({ spots, bonus }: BreakPlan, at: number): SpotOfBreak {
  const brief = ({ record, frames }: BreakPart) => ({
    id: record.id,
    frames,
    ...(record.rendering !== undefined && { rendering: record.rendering }),
  });
  return { spots: spots.map(brief), bonus: bonus.map(brief), at };
}
