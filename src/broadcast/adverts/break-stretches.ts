import type { Piece } from '#src/broadcast/timeline/timeline.ts';
import type { BreakPart, BreakPlan } from './plan-break.ts';

/** A stretch of a break, in which guests hear one spot and members one piece. */
export interface BreakStretch {
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
