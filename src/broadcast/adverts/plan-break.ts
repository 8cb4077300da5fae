import type { Shelved } from '#src/broadcast/rotation/library.ts';
import { framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import type { Piece } from '#src/broadcast/timeline/timeline.ts';
import { BREAK_MS_MAX } from '#src/contract/limits.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';

/** A piece of media and how many of its frames are heard. */
export interface BreakPart {
  record: MediaRecord;
  frames: number;
}

/**
 * An advert break: what guests hear, and what members hear for as long. Without `bonus` they hear the bed.
 */
export interface BreakPlan {
  spots: BreakPart[];
  bonus: BreakPart[];
}

/** What a break is planned from. */
export interface BreakGround {
  spots: readonly Shelved[];
  interludes: readonly Shelved[];
  tracks: readonly Shelved[];
  /** Spots of a break. */
  count: number;
  /** When a spot or interlude last was in a break, or a track on air; -Infinity: never. */
  heardMs: (record: MediaRecord) => number;
  /** Ids of what cannot be played at the moment. */
  resting: ReadonlySet<string>;
}

const BREAK_FRAMES_MAX = framesIn(BREAK_MS_MAX);
/** Shortest part of a piece that members hear, where there is a choice. */
const SHORT_FRAMES = framesIn(8_000);

/** Plans the next break; null without a spot. */
export function planBreak(ground: BreakGround): BreakPlan | null {
  const spots: BreakPart[] = [];
  let frames = 0;
  for (const record of longestAgo(ground.spots, ground)) {
    if (spots.length === ground.count) break;
    if (frames + record.frames > BREAK_FRAMES_MAX) continue;
    spots.push({ record, frames: record.frames });
    frames += record.frames;
  }
  if (spots.length === 0) return null;
  const interludes = longestAgo(ground.interludes, ground);
  return { spots, bonus: fill(interludes.length > 0 ? interludes : musicFor(ground), spots) };
}

/** Puts what was heard longest ago first, so that all come equally often and none twice in a row. */
function longestAgo(shelved: readonly Shelved[], { heardMs, resting }: BreakGround): MediaRecord[] {
  return shelved
    .map(({ record }) => record)
    .filter(({ id }) => !resting.has(id))
    .map((record) => ({ record, ms: heardMs(record) }))
    .sort((a, b) => (a.ms === b.ms ? compare(a.record, b.record) : a.ms - b.ms))
    .map(({ record }) => record);
}

function compare(a: MediaRecord, b: MediaRecord): number {
  return a.addedMs - b.addedMs || (a.id < b.id ? -1 : 1);
}

/**
 * Tracks instead of interludes: those halfway between the ones just heard and the ones that rotation is about
 * to play, so that nobody hears the beginning of a track twice in a row.
 */
function musicFor(ground: BreakGround): MediaRecord[] {
  const tracks = longestAgo(ground.tracks, ground);
  const middle = Math.floor((tracks.length - 1) / 2);
  return [...tracks.slice(middle), ...tracks.slice(0, Math.max(0, middle))];
}

/**
 * Fills the length of the spots with pieces: for each spot one exactly as long; else one piece at least as
 * long as the break; else several, repeated if need be.
 */
function fill(pieces: readonly MediaRecord[], spots: readonly BreakPart[]): BreakPart[] {
  const frames = spots.reduce((sum, spot) => sum + spot.frames, 0);
  const matching = matchingPieces(pieces, spots);
  if (matching.length === spots.length) return matching;
  const long = pieces.find((record) => record.frames >= frames);
  if (long) return [{ record: long, frames }];
  const parts: BreakPart[] = [];
  for (let left = frames; left > 0 && pieces.length > 0; ) {
    const record = pieces[parts.length % pieces.length];
    if (!record) break;
    parts.push({ record, frames: Math.min(left, record.frames) });
    left -= record.frames;
  }
  shareTheEnd(parts);
  return parts;
}

/** Finds for each spot the first unused piece of its length; fewer when there is none for some. */
function matchingPieces(pieces: readonly MediaRecord[], spots: readonly BreakPart[]): BreakPart[] {
  const left = [...pieces];
  return spots.flatMap(({ frames }) => {
    const at = left.findIndex((record) => record.frames === frames);
    return at < 0 ? [] : left.splice(at, 1).map((record) => ({ record, frames }));
  });
}

/** Shares the time of the last two pieces when little would be heard of the last one. */
function shareTheEnd(parts: readonly BreakPart[]): void {
  const [before, last] = parts.slice(-2);
  if (!before || !last || last.frames >= SHORT_FRAMES || last.frames === last.record.frames) return;
  const both = before.frames + last.frames;
  last.frames = Math.max(last.frames, Math.min(last.record.frames, Math.floor(both / 2)));
  before.frames = both - last.frames;
}

/** A stretch of a break, in which guests hear one spot and members one piece. */
interface BreakStretch {
  /** Its first frame, counted from the break's. */
  start: number;
  guest: Piece;
  member: Piece;
  /** Which of the spots guests hear. */
  spotAt: number;
}

/** Cuts a break, from its frame `skip` on, wherever guests or members hear another piece. */
export function stretchesOf({ spots, bonus }: BreakPlan, skip = 0): BreakStretch[] {
  const [spotStarts, bonusStarts] = [startsOf(spots), startsOf(bonus)];
  const total = spots.reduce((sum, { frames }) => sum + frames, 0);
  const starts = [...spotStarts, ...bonusStarts].filter((start) => start > skip && start < total);
  return [...new Set([skip, ...starts])]
    .sort((a, b) => a - b)
    .flatMap((start) => {
      const spotAt = spotStarts.findLastIndex((one) => one <= start);
      const guest = pieceAt(spots, spotStarts, start);
      return guest
        ? [{ start, guest, member: standIn(pieceAt(bonus, bonusStarts, start)) ?? bed(start), spotAt }]
        : [];
    });
}

function startsOf(parts: readonly BreakPart[]): number[] {
  let start = 0;
  return parts.map(({ frames }) => {
    start += frames;
    return start - frames;
  });
}

function pieceAt(parts: readonly BreakPart[], starts: readonly number[], frame: number): Piece | null {
  const at = starts.findLastIndex((start) => start <= frame);
  const part = parts[at];
  if (!part) return null;
  const { record, frames } = part;
  return { kind: record.kind, record, frames, before: frame - (starts[at] ?? 0) };
}

/** [R246] A track in the place of adverts is no play: nobody votes on it, and no diary has it. */
function standIn(piece: Piece | null): Piece | null {
  return piece?.kind === 'track' ? { ...piece, kind: 'interlude' } : piece;
}

function bed(before: number): Piece {
  return { kind: 'bed', record: null, before };
}
