import type { HeardEntry, HeardOf } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { AudioRing } from '#src/broadcast/timeline/audio-ring.ts';
import { frameInstant, framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import {
  markOf,
  type Timeline,
  type TimelineEntry,
  VARIANTS,
  type Variant,
  variantsThatBegin,
} from '#src/broadcast/timeline/timeline.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { MediaKind } from '#src/station/catalogue/media-record.ts';
import { PieceCount, type SentSound } from './sent-sound.ts';

/** Time after the end of a piece in which each listener of a round has been sent the last of it. */
const SENT_FRAMES = framesIn(8_000);

interface HeardPiecesOptions {
  streamId: StreamId;
  timeline: Timeline;
  sound: Readonly<Record<Variant, SentSound>>;
  append: (entry: HeardEntry) => void;
}

/** A piece on the timeline of one variant, or of both, and what of it was heard. */
interface HeardPiece {
  readonly id: string;
  readonly kind: MediaKind;
  /** As the journal's line of its beginning has it. */
  startedMs: number;
  /** When counting began: later than `startedMs` in a piece that goes on after a restart. */
  readonly fromMs: number;
  readonly startFrame: number;
  /** Null while it is on air. */
  endFrame: number | null;
  readonly counts: ReadonlyMap<Variant, PieceCount>;
  /** What was written last; '' before the first line. */
  told: string;
  /** Lines that were written of it. */
  lines: 0 | 1 | 2;
}

/**
 * Follows the timeline of a stream and writes into the journal of each piece when it ended and how many heard it
 * [R175]: at its end, again when the last of it has been sent, and once more when it leaves the ring, each time only
 * if there is something new.
 */
export class HeardPieces implements Disposable {
  readonly #options: HeardPiecesOptions;
  /** Oldest first. */
  #pieces: HeardPiece[] = [];
  #latest: TimelineEntry | null = null;
  #aheadFrames: number;
  readonly #openedFrame: number;

  constructor(options: HeardPiecesOptions) {
    this.#options = options;
    const { timeline } = options;
    this.#openedFrame = timeline.headFrame;
    this.#aheadFrames = timeline.dates.aheadFrames;
    this.#takeEntries();
  }

  /** Call it each time after frames were put on air. */
  follow(): void {
    this.#takeEntries();
    for (const piece of this.#pieces) this.#tellWhenDue(piece);
    this.#forget();
  }

  /** Writes down what was heard so far of all that is not over. */
  [Symbol.dispose](): void {
    for (const piece of this.#pieces) this.#tell(piece);
  }

  #takeEntries(): void {
    const { timeline } = this.#options;
    const entries = timeline.entriesAfter(this.#latest);
    // Frames that are dated anew at a join belong to what begins there; in mid-piece the journal has it anew as well.
    if (timeline.dates.aheadFrames !== this.#aheadFrames && entries.length === 0) this.#redate();
    this.#aheadFrames = timeline.dates.aheadFrames;
    for (const entry of entries) {
      const begun = this.#latest === null ? VARIANTS : variantsThatBegin(entry);
      this.#latest = entry;
      for (const variant of begun) this.#end(variant, entry.startFrame);
      if (entry.member === entry.guest) this.#begin(entry, begun);
      else for (const variant of begun) this.#begin(entry, [variant]);
    }
  }

  #begin(entry: TimelineEntry, variants: readonly Variant[]): void {
    const { timeline, sound } = this.#options;
    const [first] = variants;
    if (first === undefined) return;
    const { startFrame, piece } = markOf(entry, first);
    const { record, kind } = piece;
    if (record === null) return;
    const startedMs = timeline.dates.instant(startFrame);
    const wasThere = startFrame < this.#openedFrame;
    const counts = new Map<Variant, PieceCount>();
    for (const variant of variants) {
      const count = new PieceCount(placeOn(timeline.ring(variant), startFrame));
      sound[variant].begin(count);
      counts.set(variant, count);
    }
    this.#pieces.push({
      id: record.id,
      // What members hear in a break is no play, be it a track.
      kind: entry.member !== entry.guest && first === 'member' ? 'interlude' : kind,
      startedMs,
      fromMs: wasThere ? timeline.dates.instant(this.#openedFrame) : startedMs,
      startFrame,
      endFrame: null,
      counts,
      told: '',
      lines: 0,
    });
  }

  #end(variant: Variant, frame: number): void {
    const piece = this.#pieces.findLast(({ counts, endFrame }) => endFrame === null && counts.has(variant));
    if (piece === undefined) return;
    piece.endFrame = frame;
    for (const [of, count] of piece.counts) {
      const ring = this.#options.timeline.ring(of);
      count.ends({ frame, position: ring.positionOf(Math.max(frame, ring.tailFrame)) });
    }
  }

  #redate(): void {
    const onAir = this.#pieces.findLast(({ endFrame, counts }) => endFrame === null && counts.has('guest'));
    if (onAir) onAir.startedMs = this.#options.timeline.dates.instant(onAir.startFrame);
  }

  #tellWhenDue(piece: HeardPiece): void {
    if (piece.endFrame === null) return;
    const isSent = this.#options.timeline.headFrame - piece.endFrame >= SENT_FRAMES;
    if (piece.lines === 0) this.#tell(piece);
    else if (piece.lines === 1 && isSent) {
      this.#tell(piece);
      piece.lines = 2;
    }
  }

  #tell(piece: HeardPiece): void {
    const { streamId, timeline, append } = this.#options;
    const { id, kind, startedMs, fromMs, startFrame, counts } = piece;
    const isOver = piece.endFrame !== null;
    const frames = (piece.endFrame ?? timeline.headFrame) - startFrame;
    const heard = Object.fromEntries(
      [...counts].flatMap(([variant, count]) => (count.listeners > 0 ? [[variant, heardOf(count)]] : [])),
    );
    piece.lines = piece.lines === 0 && isOver ? 1 : piece.lines;
    const told = JSON.stringify(heard);
    // Of what another process has written down, only what this one adds.
    const isKnown = fromMs > startedMs && isOver && startFrame + frames <= this.#openedFrame;
    if (told === piece.told || (isKnown && told === '{}')) return;
    piece.told = told;
    const endedMs = startedMs + Math.round(frameInstant(frames));
    append({ kind: 'heard', streamId, piece: kind, id, startedMs, fromMs, endedMs, ...heard });
  }

  #forget(): void {
    const { timeline, sound } = this.#options;
    const tail = timeline.ring('guest').tailFrame;
    const gone = this.#pieces.filter(
      ({ endFrame, lines }) => endFrame !== null && endFrame <= tail && lines === 2,
    );
    if (gone.length === 0) return;
    for (const piece of gone) this.#tell(piece);
    const counts = new Set(gone.flatMap((piece) => [...piece.counts.values()]));
    for (const variant of VARIANTS) sound[variant].forget(counts);
    this.#pieces = this.#pieces.filter((piece) => !gone.includes(piece));
  }
}

/** Where a piece lies on a ring; one whose first frame is older than the ring can no longer be heard whole. */
function placeOn(ring: AudioRing, startFrame: number) {
  const fromFrame = Math.max(startFrame, ring.tailFrame);
  const from = ring.positionOf(fromFrame);
  return fromFrame === startFrame
    ? { fromFrame, from }
    : { fromFrame: startFrame, from, wholeFrom: Number.NEGATIVE_INFINITY };
}

function heardOf({ listeners, whole, sentMs }: PieceCount): HeardOf {
  return { listeners, whole, sentMs };
}
