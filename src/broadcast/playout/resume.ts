import type { SpotOfBreak } from '#src/broadcast/adverts/break-plan.wire.ts';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { RING_SECONDS } from '#src/broadcast/timeline/audio-ring.ts';
import { frameHolding, frameInstant, framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { BreakLoader } from './break-loader.ts';
import type { Cue, CueLoader } from './cue-loader.ts';
import type { Reel } from './reel.ts';

/**
 * Time before the start that is laid on the timeline again: what can be asked for, and what its oldest frames
 * and segments need in front.
 */
const REBUILT_MS = (RING_SECONDS + 5) * 1000;

/** How a stream goes on where it left off. */
export interface ResumePlan {
  /**
   * The timeline's first frame, two minutes back and a little more, so that those who come back find what they missed,
   * or the first one of the break that was on the air then.
   */
  firstFrame: number;
  /** The pieces on the timeline from there on, in order; the journal has all of them already. */
  entries: JournalEntry[];
  /** Frames of the first entry that lie before `firstFrame`. */
  skipFrames: number;
}

/** Instants of the journal closer than this are the same frame. */
const SAME_FRAME_MS = 14;

/**
 * Plans a start at `nowMs` after plays (one stream's, in the order written). Null when the last one ended
 * more than two minutes ago, or is no longer there: the timeline then starts afresh. Plays in the future are
 * there because the machine's clock was set back; what began before now goes on all the same.
 */
export function planResume(
  plays: readonly JournalEntry[],
  nowMs: number,
  isThere: (play: JournalEntry) => boolean = () => true,
): ResumePlan | null {
  const windowStart = nowMs - REBUILT_MS;
  const entries: JournalEntry[] = [];
  for (const play of plays.filter(({ startedMs }) => startedMs <= nowMs).toReversed()) {
    const following = entries[0];
    if (following === undefined && endMs(play) <= nowMs - RING_SECONDS * 1000) break;
    if (following !== undefined && !meets(play, following)) break;
    // A break comes out in the same bytes only as a whole [W140].
    const isInBreak = (following?.advert?.at ?? 0) > 0;
    if ((endMs(play) <= windowStart && !isInBreak) || !isThere(play)) break;
    entries.unshift(play);
  }
  const [first] = entries;
  if (first === undefined) return null;
  const startFrame = frameHolding(first.startedMs);
  const firstFrame = first.advert ? startFrame : Math.max(startFrame, frameHolding(windowStart));
  return { firstFrame, entries, skipFrames: firstFrame - startFrame };
}

function meets(play: JournalEntry, following: JournalEntry): boolean {
  return Math.abs(endMs(play) - following.startedMs) < SAME_FRAME_MS;
}

/** Returns the end by its frames: a rendered duration is not always a whole number of them. */
function endMs({ startedMs, durationMs }: JournalEntry): number {
  return frameInstant(frameHolding(startedMs) + framesIn(durationMs));
}

/** What goes on as if it had never stopped; see planResume. */
export interface Resumption {
  firstFrame: number;
  skipFrames: number;
  pieces: Resumed[];
}

interface Resumed {
  record: MediaRecord;
  /** The break that a spot belongs to; null for anything else. */
  advert: SpotOfBreak | null;
}

/**
 * Puts the journal's pieces on the reel again, up to the start of the last one, and returns null. Where one
 * cannot be had any more, returns what comes behind it: a gap, which ends the chain.
 */
export async function resume(
  reel: Reel,
  { pieces, skipFrames }: Resumption,
  loaders: { cues: CueLoader; breaks: BreakLoader },
): Promise<Resumption | null> {
  for (const [index, piece] of pieces.entries()) {
    const skip = index === 0 ? skipFrames : 0;
    const cue = await again(piece, skip);
    if (cue === null) {
      const firstFrame = reel.timeline.headFrame + piece.record.frames - skip;
      return { firstFrame, skipFrames: 0, pieces: pieces.slice(index + 1) };
    }
    const entry = reel.begin(cue);
    if (cue.inBreak === null) await reel.skip(skip, entry);
    if (index < pieces.length - 1) await reel.playOut();
  }
  return null;

  /** In a break, what is left of it comes along. */
  async function again({ record, advert }: Resumed, skip: number): Promise<Cue | null> {
    const following = reel.cue.inBreak?.next;
    if (advert && following?.what.record?.id === record.id) return following;
    const startMs = frameInstant(reel.timeline.headFrame);
    if (advert) return loaders.breaks.again(advert, skip, startMs);
    const cue = await loaders.cues.load(record, startMs);
    return typeof cue === 'object' ? cue : null;
  }
}
