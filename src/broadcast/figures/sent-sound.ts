import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { frameInstant } from '#src/broadcast/timeline/frame-grid.ts';

/** A stretch of a ring: from the first position to the one behind the last byte. */
interface Stretch {
  from: number;
  to: number;
}

/** Tells how many listeners of a group had their first byte at or before a position of the ring. */
export interface Receivers {
  beganBy(position: number): number;
}

/** A piece as one variant of a stream has it, and what of it was sent to whom. */
export class PieceCount {
  /** Listeners that got at least one frame of it. */
  listeners = 0;
  /** Listeners that got it from its first frame to its last, in one go. */
  whole = 0;
  /** The frames that the piece has so far; `untilFrame` is Infinity while it is on air. */
  readonly fromFrame: number;
  untilFrame = Number.POSITIVE_INFINITY;
  /** The same as positions of the ring. */
  readonly from: number;
  to = Number.POSITIVE_INFINITY;
  /** Position by which a listener must have begun to get all of it; -Infinity where its first frame is out of reach. */
  readonly wholeFrom: number;
  #bytes = 0;
  #frames = 0;

  /** @param at.wholeFrom see there; `from` when it is left out */
  constructor(at: { fromFrame: number; from: number; wholeFrom?: number }) {
    this.fromFrame = at.fromFrame;
    this.from = at.from;
    this.wholeFrom = at.wholeFrom ?? at.from;
  }

  /** How long the sound of it that was sent lasts, all listeners together. */
  get sentMs(): number {
    return Math.round((this.#bytes * 8 * 1000) / BIT_RATE + frameInstant(this.#frames));
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes;
  }

  addFrames(frames: number): void {
    this.#frames += frames;
  }

  ends(at: { frame: number; position: number }): void {
    this.untilFrame = at.frame;
    this.to = at.position;
  }
}

/** How far somebody had come who gets more: the frames of an unbroken stretch, and those that were counted. */
export interface Progress {
  /** First frame of what came without a hole. */
  sinceFrame: number;
  /** Behind the last frame that came before. */
  countedFrame: number;
  /** How much of what was just sent counts as heard [R178]. */
  heardMs: number;
}

/**
 * Counts the sound that the listeners of one variant of a stream were sent, by piece. Groups of listeners are counted
 * as one: a round costs a few additions, however many listen.
 */
export class SentSound {
  /** Oldest first; the last one is on air. */
  #pieces: PieceCount[] = [];
  #bytes = 0;
  #heardBytes = 0;
  #segmentFrames = 0;
  #heardSegmentsMs = 0;

  /** Bytes of sound that connections were sent; titles woven into it do not count. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Those of connections that stayed [R71]. */
  get heardBytes(): number {
    return this.#heardBytes;
  }

  /** How long the sound lasts that was sent in segments. */
  get segmentsMs(): number {
    return frameInstant(this.#segmentFrames);
  }

  /** How much of that counts as heard [R178]. */
  get heardSegmentsMs(): number {
    return this.#heardSegmentsMs;
  }

  /** A piece begins; the one before has ended by then. */
  begin(piece: PieceCount): void {
    this.#pieces.push(piece);
  }

  /** Forgets pieces that nobody can be sent any more. */
  forget(pieces: ReadonlySet<PieceCount>): void {
    this.#pieces = this.#pieces.filter((piece) => !pieces.has(piece));
  }

  /** A stretch went to several listeners at once, who had all that lies before it, or began with it. */
  sent({ from, to }: Stretch, listeners: number, receivers: Receivers): void {
    if (listeners === 0) return;
    this.#bytes += listeners * (to - from);
    for (const piece of this.#within(from)) {
      if (piece.from >= to) continue;
      piece.addBytes(listeners * (Math.min(to, piece.to) - Math.max(from, piece.from)));
      if (piece.from >= from) piece.listeners += listeners;
      if (piece.to <= to) piece.whole += receivers.beganBy(piece.wholeFrom);
    }
  }

  /** Of what was sent this much counts as heard. */
  heard(bytes: number): void {
    this.#heardBytes += bytes;
  }

  /**
   * A listener was sent the first stretch.
   * @param countedFrame pieces that began before it were counted when the listener was here last; null: none
   */
  joined({ from, to }: Stretch, countedFrame: number | null): void {
    this.#bytes += to - from;
    for (const piece of this.#within(from)) {
      if (piece.from >= to) continue;
      piece.addBytes(Math.min(to, piece.to) - Math.max(from, piece.from));
      if (piece.fromFrame >= (countedFrame ?? Number.NEGATIVE_INFINITY)) piece.listeners += 1;
      if (piece.to <= to && from <= piece.wholeFrom) piece.whole += 1;
    }
  }

  /** A listener was sent the frames of a segment. */
  segmentSent(fromFrame: number, untilFrame: number, { sinceFrame, countedFrame, heardMs }: Progress): void {
    this.#segmentFrames += untilFrame - fromFrame;
    this.#heardSegmentsMs += heardMs;
    for (const piece of this.#pieces) {
      const frames = Math.min(untilFrame, piece.untilFrame) - Math.max(fromFrame, piece.fromFrame);
      if (frames <= 0) continue;
      piece.addFrames(frames);
      const had = countedFrame > piece.fromFrame;
      if (!had) piece.listeners += 1;
      const isWhole = piece.untilFrame <= untilFrame && sinceFrame <= piece.fromFrame;
      if (isWhole && countedFrame < piece.untilFrame && piece.wholeFrom === piece.from) piece.whole += 1;
    }
  }

  /** Yields the pieces that reach behind a position, latest first: mostly one. */
  *#within(from: number): Generator<PieceCount> {
    for (let at = this.#pieces.length - 1; at >= 0; at -= 1) {
      const piece = this.#pieces[at];
      if (piece === undefined || piece.to <= from) return;
      yield piece;
    }
  }
}
