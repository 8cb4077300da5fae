import type { FrameView } from '#src/broadcast/frames/frame-source.ts';
import type { MediaKind, MediaRecord } from '#src/station/catalogue/media-record.ts';
import { AudioRing } from './audio-ring.ts';
import { FrameDates } from './frame-dates.ts';

/**
 * The two variants of a stream: guests hear the advertising, members something of the same length instead.
 * Otherwise both hear the same.
 */
export const VARIANTS = ['guest', 'member'] as const;
export type Variant = (typeof VARIANTS)[number];

/** What an entry holds. The bed is not the station's media: it plays while there is nothing else. */
export type Piece = { kind: MediaKind; record: MediaRecord } | { kind: 'bed'; record: null };

/** Something on a stream's timeline, from its first frame to the next entry's. */
export interface TimelineEntry {
  startFrame: number;
  guest: Piece;
  /** The same object as `guest` where both hear the same. */
  member: Piece;
}

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

  /** Starts the next entry at `headFrame`. */
  begin(guest: TimelineEntry['guest'], member: TimelineEntry['member'] = guest): TimelineEntry {
    const entry = { startFrame: this.headFrame, guest, member };
    this.#entries.push(entry);
    this.#forgetEntries();
    return entry;
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

  /** Returns the entry that holds the frame; null before the first one kept. */
  entryAt(frame: number): TimelineEntry | null {
    return this.#entries.findLast((entry) => entry.startFrame <= frame) ?? null;
  }

  /** Returns the track whose title shows at the frame: jingles, spots and the bed leave the last track's. */
  trackAt(frame: number): MediaRecord | null {
    const entry = this.#entries.findLast((one) => one.startFrame <= frame && one.guest.kind === 'track');
    return entry?.guest.record ?? null;
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
   * Forgets entries that have left the ring, but for the last track before it, whose title may still show.
   */
  #forgetEntries(): void {
    const tail = this.#guest.tailFrame;
    const firstInRing = this.#entries.findLastIndex((entry) => entry.startFrame <= tail);
    const lastTrack = this.#entries.findLastIndex(
      (entry) => entry.startFrame <= tail && entry.guest.kind === 'track',
    );
    const rest = this.#entries.slice(Math.max(0, firstInRing));
    const track = lastTrack >= 0 && lastTrack < firstInRing ? this.#entries[lastTrack] : undefined;
    this.#entries = track ? [track, ...rest] : rest;
  }
}
