import type { FrameView } from '#src/broadcast/frames/frame-source.ts';
import type { MediaKind, MediaRecord } from '#src/station/catalogue/media-record.ts';
import { AudioRing } from './audio-ring.ts';
import { FrameDates } from './frame-dates.ts';
import { framesIn } from './frame-grid.ts';

/**
 * The two variants of a stream: guests hear the advertising, members something of the same length instead.
 * Otherwise both hear the same.
 */
export const VARIANTS = ['guest', 'member'] as const;
export type Variant = (typeof VARIANTS)[number];

/** What an entry holds. The bed is not the station's media: it plays while there is nothing else. */
export type Piece = ({ kind: MediaKind; record: MediaRecord } | { kind: 'bed'; record: null }) & PartOnAir;

/** How much of a piece is on air. */
interface PartOnAir {
  /** How many of its frames are heard; left out where all are. */
  frames?: number;
  /** How many of them were heard before the entry that holds it; left out where it begins there. */
  before?: number;
}

/**
 * Something on a stream's timeline, from its first frame to the next entry's. In a break a new one begins
 * wherever guests or members hear another piece.
 */
export interface TimelineEntry {
  startFrame: number;
  guest: Piece;
  /** The same object as `guest` where both hear the same. */
  member: Piece;
  /** The first frame of the break that it belongs to; left out outside of one. */
  breakFrame?: number;
}

/** A piece as one variant hears it, from its first frame on. */
export interface Mark {
  startFrame: number;
  piece: Piece;
}

/** Seconds whose marks are kept [W138]: longer than the ring, so that whoever comes back finds all of them. */
export const MARKS_SECONDS = 180;
const MARKS_FRAMES = framesIn(MARKS_SECONDS * 1000);

/**
 * A stream on air: its entries and the audio of the last two minutes in both variants. As long as guests and members
 * hear the same, both variants are one ring.
 */
export class Timeline {
  readonly dates = new FrameDates();
  #entries: TimelineEntry[] = [];
  #guest: AudioRing;
  #member: AudioRing;
  /** Frames that both variants have had in common since they last differed. */
  #commonFrames = 0;

  constructor(firstFrame: number) {
    this.#guest = new AudioRing(firstFrame);
    this.#member = this.#guest;
  }

  /** The frame that comes next. */
  get headFrame(): number {
    return this.#guest.headFrame;
  }

  ring(variant: Variant): AudioRing {
    return variant === 'guest' ? this.#guest : this.#member;
  }

  /** Starts the next entry at `headFrame`; in a break, `at` is how many frames ago that began. */
  begin(guest: Piece, inBreak?: { member: Piece; at: number }): TimelineEntry {
    const startFrame = this.headFrame;
    const entry: TimelineEntry = inBreak
      ? { startFrame, guest, member: inBreak.member, breakFrame: startFrame - inBreak.at }
      : { startFrame, guest, member: guest };
    this.#entries.push(entry);
    this.#forgetEntries();
    return entry;
  }

  /** Puts entries in front that were on air before its first one, oldest first: what a restart remembers. */
  remember(earlier: readonly TimelineEntry[]): void {
    const first = this.#entries[0]?.startFrame ?? this.headFrame;
    this.#entries = [...earlier.filter(({ startFrame }) => startFrame < first), ...this.#entries];
  }

  /** Puts one frame on air; `member` is the same object when both variants hear it. */
  append(guest: FrameView, member: FrameView = guest): void {
    if (guest !== member) this.#part();
    this.#guest.append(guest.bytes, guest.start, guest.end);
    if (this.#member === this.#guest) return;
    this.#member.append(member.bytes, member.start, member.end);
    this.#commonFrames = guest === member ? this.#commonFrames + 1 : 0;
    if (this.#areAlike()) this.#member = this.#guest;
  }

  /** Skips the frames up to `frame`, after the machine stood still for longer than anybody's buffer. */
  jumpTo(frame: number): void {
    this.#guest.restartAt(frame);
    if (this.#member !== this.#guest) this.#member.restartAt(frame);
  }

  /** The number of entries kept. */
  get entryCount(): number {
    return this.#entries.length;
  }

  /**
   * Returns the entries that began after this one, oldest first; with null all that the ring still has something of.
   */
  entriesAfter(entry: TimelineEntry | null): TimelineEntry[] {
    // Mostly the latest is known already: it is asked four times a second.
    if (entry !== null && this.#entries.at(-1) === entry) return [];
    const tail = this.#guest.tailFrame;
    const known = entry ?? this.entryAt(tail);
    const at = known === null ? 0 : this.#entries.indexOf(known) + (entry === null ? 0 : 1);
    return this.#entries.slice(Math.max(0, at));
  }

  /** Returns the entry that holds the frame; null before the first one kept. */
  entryAt(frame: number): TimelineEntry | null {
    return this.#entries.findLast((entry) => entry.startFrame <= frame) ?? null;
  }

  /** Returns the breaks that lie between two frames or reach into them, by their first frame. */
  breaksBetween(first: number, end: number): number[] {
    const breaks = this.#entries.flatMap(({ startFrame, breakFrame }, at) => {
      const endFrame = this.#entries[at + 1]?.startFrame ?? Number.POSITIVE_INFINITY;
      return breakFrame !== undefined && startFrame < end && endFrame > first ? [breakFrame] : [];
    });
    return [...new Set(breaks)];
  }

  /** Returns the track whose title shows at the frame: jingles, spots and the bed leave the last track's. */
  trackAt(frame: number): MediaRecord | null {
    const entry = this.#entries.findLast((one) => one.startFrame <= frame && one.guest.kind === 'track');
    return entry?.guest.record ?? null;
  }

  /** Returns what a variant heard in the last three minutes and what it hears, oldest first, each piece once. */
  marks(variant: Variant): Mark[] {
    const marks: Mark[] = [];
    for (const entry of this.#entries) {
      const mark = markOf(entry, variant);
      if (marks.at(-1)?.startFrame !== mark.startFrame) marks.push(mark);
    }
    const first = this.headFrame - MARKS_FRAMES;
    return marks.filter((_, at) => (marks[at + 1]?.startFrame ?? this.headFrame) > first);
  }

  #part(): void {
    if (this.#member === this.#guest) this.#member = this.#guest.fork();
  }

  /**
   * Whether both rings hold the same bytes at the same positions again, down to the last one that a socket
   * may still point at.
   */
  #areAlike(): boolean {
    return this.#commonFrames >= AudioRing.CAPACITY_FRAMES && this.#guest.head === this.#member.head;
  }

  /**
   * Forgets entries that nobody asks for any more, but for the last track before them, whose title may still
   * show.
   */
  #forgetEntries(): void {
    const first = this.headFrame - MARKS_FRAMES;
    const firstKept = this.#entries.findLastIndex((entry) => entry.startFrame <= first);
    const lastTrack = this.#entries.findLastIndex(
      (entry) => entry.startFrame <= first && entry.guest.kind === 'track',
    );
    const rest = this.#entries.slice(Math.max(0, firstKept));
    const track = lastTrack >= 0 && lastTrack < firstKept ? this.#entries[lastTrack] : undefined;
    this.#entries = track ? [track, ...rest] : rest;
  }
}

/** Returns the piece that a variant hears in an entry, from where it began. */
export function markOf(entry: TimelineEntry, variant: Variant): Mark {
  const piece = entry[variant];
  return { startFrame: entry.startFrame - (piece.before ?? 0), piece };
}

/** Returns the variants for which another piece begins with the entry. */
export function variantsThatBegin(entry: TimelineEntry): Variant[] {
  return VARIANTS.filter((variant) => !entry[variant].before);
}
