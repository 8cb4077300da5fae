import { createHash } from 'node:crypto';
import { framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import type { Timeline, Variant } from '#src/broadcast/timeline/timeline.ts';
import { timestampTag } from './timestamp-tag.ts';
import type { SegmentState } from './told-segments.ts';

/** [W139] Frames of a segment: two seconds and 11 ms. */
export const SEGMENT_FRAMES = 77;
/** [W63] Audio that a playlist lists. */
export const PLAYLIST_SECONDS = 60;
/** [W139] How long a segment can be fetched. */
export const SEGMENT_KEPT_SECONDS = 120;
const LISTED = Math.ceil(framesIn(PLAYLIST_SECONDS * 1000) / SEGMENT_FRAMES);
/** A client may be as far behind as its playlist is long, and take the length of a segment to fetch one. */
const KEPT = Math.ceil(framesIn(SEGMENT_KEPT_SECONDS * 1000) / SEGMENT_FRAMES) + 2;
/** Numbers that may have been told without a trace: one was on its way to the disk. */
const UNWRITTEN = 1;
/** Segments that players begin with, where numbers have to begin anew. */
const ENOUGH = 8;

/** Frames of the timeline, from `first` to below `end`, under a number. */
export interface Segment {
  number: number;
  first: number;
  end: number;
  /** Whether it does not go on where the one before it ended, or is dated otherwise. */
  isDiscontinuity: boolean;
  /** How many discontinuities there were up to it. */
  sequence: number;
  /** The frame on the grid of instants at which it begins. */
  dated: number;
}

/**
 * Segments from a number on that follow one another and are dated alike. Positions count their frames, and
 * number n begins at position n × 77.
 */
interface Stretch {
  from: number;
  /** Position less the timeline's frame. */
  lead: number;
  /** Frame on the grid of instants less position. */
  offset: number;
  sequence: number;
  /** The frame behind its last one, where frames were left out after it. */
  endFrame: number | null;
}

interface SegmentsOptions {
  timeline: Timeline;
  /** What was told before a restart; null when that is not known. */
  told: SegmentState | null;
  /** Keeps what a restart has to know. */
  keep: (state: SegmentState) => void;
}

/**
 * A stream's audio cut into numbered segments [W139, W140]. Numbers are those of the timeline's frames, and
 * never fall: a new stretch begins where frames are left out or dated anew, and behind all that was told where
 * a restart has other audio, or an earlier time.
 */
export class Segments {
  readonly #timeline: Timeline;
  readonly #keep: (state: SegmentState) => void;
  #stretches: Stretch[];
  /** Numbers below were never whole on this timeline. */
  readonly #firstNumber: number;
  /** Hashes of the segments told last, up to `#told`. */
  #hashes: string[] = [];
  #told = -1;
  #gapAt: number | null;
  #settled: number;
  #listed: { last: number; stretches: Stretch[]; segments: Segment[] } | null = null;
  readonly #cut = new Map<string, Buffer>();

  constructor({ timeline, told, keep }: SegmentsOptions) {
    this.#timeline = timeline;
    this.#keep = keep;
    const ring = timeline.ring('guest');
    this.#gapAt = ring.gap?.next ?? null;
    const lead = -(told?.stretches.at(-1)?.offset ?? 0);
    const natural = Math.ceil((ring.oldestFrame + lead) / SEGMENT_FRAMES);
    this.#stretches = told?.stretches.map((one) => ({ ...one, lead, endFrame: null })) ?? [
      { from: natural, lead, offset: -lead, sequence: 0, endFrame: null },
    ];
    this.#told = told?.last ?? -1;
    this.#hashes = told?.hashes ?? [];
    const wouldFall = this.last < this.#told;
    this.#firstNumber = wouldFall ? this.#told + UNWRITTEN + 1 : natural;
    this.#settled = this.last;
    if (wouldFall)
      this.#begin(this.#firstNumber, Math.max(ring.oldestFrame, ring.headFrame - ENOUGH * SEGMENT_FRAMES));
    else if (told !== null && !this.#goesOn()) {
      const from = Math.max(natural, this.#told + 1);
      this.#begin(from, from * SEGMENT_FRAMES - lead);
    }
  }

  /** Number of the newest whole segment. */
  get last(): number {
    const { lead } = this.#current;
    return Math.floor((this.#timeline.headFrame + lead) / SEGMENT_FRAMES) - 1;
  }

  /** Call it after frames were put on air: they may have been dated anew, or some left out. */
  settle(): void {
    const { gap } = this.#timeline.ring('guest');
    if (gap && gap.next !== this.#gapAt) {
      const { lead } = this.#current;
      this.#gapAt = gap.next;
      this.#current.endFrame = gap.end;
      const from = Math.ceil((gap.end + lead) / SEGMENT_FRAMES);
      // The last one before the gap has no frame behind it by which it could be cut later on.
      for (const variant of ['guest', 'member'] as const) this.#cutOf(from - 1, variant);
      this.#begin(from, gap.next);
    }
    const { lead, offset } = this.#current;
    if (this.#timeline.dates.aheadFrames - lead !== offset) {
      const from = this.last + 1;
      this.#begin(from, from * SEGMENT_FRAMES - lead);
    }
    if (this.#settled === this.last) return;
    this.#settled = this.last;
    this.#forget();
  }

  /** The segments of a playlist, oldest first; the same array for as long as they stay the same. */
  listed(): readonly Segment[] {
    const { last } = this;
    if (this.#listed?.last !== last || this.#listed.stretches !== this.#stretches) {
      const first = Math.max(this.#firstNumber, last - LISTED + 1);
      const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
      const segments = numbers.flatMap((number) => this.#segment(number) ?? []);
      this.#listed = { last, stretches: this.#stretches, segments };
    }
    return this.#listed.segments;
  }

  /** Returns a segment that can be fetched; null when it is not there yet, or no longer. */
  find(number: number): Segment | null {
    const { last } = this;
    const isThere = number <= last && number > last - KEPT && number >= this.#firstNumber;
    return isThere ? this.#segment(number) : null;
  }

  /** Returns the segment's bytes, with the timestamp in front; null when it is not there yet, or no longer. */
  read(number: number, variant: Variant): Buffer | null {
    return this.find(number) && this.#cutOf(number, variant);
  }

  /** The breaks that reach into a segment, by their first frame: there the variants differ. */
  breaksIn({ first, end }: Pick<Segment, 'first' | 'end'>): number[] {
    return this.#timeline.breaksBetween(first, end);
  }

  /** Call it before the segments listed are told to anybody. */
  tell(): void {
    const news = this.listed().filter(({ number }) => number > this.#told);
    const last = news.at(-1);
    if (last === undefined) return;
    // Numbers between those told are told by nobody: their hashes would not follow one another.
    const follows = news[0]?.number === this.#told + 1;
    const hashes = news.map(({ number }) => this.#hashOf(number) ?? '');
    this.#hashes = [...(follows ? this.#hashes : []), ...hashes].slice(-KEPT);
    this.#told = last.number;
    const stretches = this.#stretches.map(({ from, offset, sequence }) => ({ from, offset, sequence }));
    this.#keep({ last: this.#told, hashes: this.#hashes, stretches });
  }

  get #current(): Stretch {
    const current = this.#stretches.at(-1);
    if (!current) throw new Error('segments have no stretch');
    return current;
  }

  /** Begins a stretch with `from` at a frame; one that has no segment yet is replaced. */
  #begin(from: number, frame: number): void {
    const before = this.#stretches.at(-1);
    const lead = from * SEGMENT_FRAMES - frame;
    const offset = this.#timeline.dates.aheadFrames - lead;
    const sequence = before ? before.sequence + (before.from < from ? 1 : 0) : 0;
    const kept = this.#stretches.filter((one) => one.from < from);
    this.#stretches = [...kept, { from, lead, offset, sequence, endFrame: null }];
  }

  /**
   * Whether the timeline goes on with what was told: nothing between the two is missing, and all that it holds
   * of it is the same.
   */
  #goesOn(): boolean {
    if (this.#told + 1 < this.#firstNumber) return false;
    return this.#hashes.every((hash, at) => {
      const number = this.#told - this.#hashes.length + 1 + at;
      return this.find(number) === null || this.#hashOf(number) === hash;
    });
  }

  #hashOf(number: number): string | null {
    const guest = this.#audioOf(number, 'guest');
    const member = this.#audioOf(number, 'member');
    if (guest === null || member === null) return null;
    const hash = createHash('sha256').update(guest);
    if (!guest.equals(member)) hash.update(member);
    return hash.digest('base64url').slice(0, 8);
  }

  #cutOf(number: number, variant: Variant): Buffer | null {
    const segment = this.#segment(number);
    if (segment === null) return null;
    const isShared = variant === 'guest' || this.breaksIn(segment).length === 0;
    const key = isShared ? String(number) : `${number} member`;
    const known = this.#cut.get(key);
    if (known) return known;
    const audio = this.#audioOf(number, isShared ? 'guest' : 'member');
    if (audio === null) return null;
    const bytes = Buffer.concat([timestampTag(number * SEGMENT_FRAMES), audio]);
    this.#cut.set(key, bytes);
    return bytes;
  }

  #audioOf(number: number, variant: Variant): Buffer | null {
    const segment = this.#segment(number);
    return segment && this.#timeline.ring(variant).copy(segment.first, segment.end);
  }

  #segment(number: number): Segment | null {
    const stretch = this.#stretches.findLast(({ from }) => from <= number);
    if (!stretch) return null;
    const { from, lead, offset, sequence, endFrame } = stretch;
    const first = number * SEGMENT_FRAMES - lead;
    const end = Math.min(first + SEGMENT_FRAMES, endFrame ?? Number.POSITIVE_INFINITY);
    if (first >= end) return null;
    const isDiscontinuity = number === from && sequence > 0;
    return { number, first, end, isDiscontinuity, sequence, dated: number * SEGMENT_FRAMES + offset };
  }

  #forget(): void {
    const gone = this.last - KEPT;
    for (const key of this.#cut.keys()) if (Number.parseInt(key, 10) <= gone) this.#cut.delete(key);
    const isOver = (_: Stretch, at: number) => (this.#stretches[at + 1]?.from ?? gone + 1) <= gone;
    if (this.#stretches.some(isOver)) this.#stretches = this.#stretches.filter((one, at) => !isOver(one, at));
  }
}
