import { spotOfBreak } from '#src/broadcast/adverts/advert-breaks.ts';
import type { BreakAudio } from '#src/broadcast/adverts/break-audio.ts';
import type { BreakPart, BreakPlan } from '#src/broadcast/adverts/plan-break.ts';
import type { OnAir } from '#src/broadcast/timeline/timeline-entry.ts';
import { BreakFrames } from './break-frames.ts';
import type { Cue } from './cue.ts';

/**
 * The first of a break's cues, each of which leads to the next: one begins wherever guests or members hear another piece.
 * @param skip how many frames of the break the audio leaves out
 */
export function cuesOf(plan: BreakPlan, audio: BreakAudio, skip: number): Cue | null {
  const total = skip + audio.guest.frames;
  const spots = startsOf(plan.spots);
  const starts = new Set([...spots, ...startsOf(plan.bonus)].filter((at) => at > skip && at < total));
  let next: Cue | null = null;
  for (const start of [...starts, skip].sort((a, b) => b - a)) {
    const end: number = next?.inBreak ? total - next.inBreak.framesLeft : total;
    const at = spots.findLastIndex((one) => one <= start);
    const spot = plan.spots[at];
    if (!spot) return null;
    next = {
      what: { kind: 'spot', record: spot.record },
      frames: new BreakFrames(audio, start - skip, end - skip),
      inBreak: {
        member: memberAt(plan, start),
        framesLeft: total - start,
        begins: spots[at] === start ? spotOfBreak(plan, at) : null,
        next,
      },
    };
  }
  return next;
}

function memberAt({ bonus }: BreakPlan, frame: number): OnAir {
  const at = startsOf(bonus).findLastIndex((start) => start <= frame);
  const record = bonus[at]?.record;
  return record ? { kind: record.kind, record } : { kind: 'bed', record: null };
}

function startsOf(parts: readonly BreakPart[]): number[] {
  let start = 0;
  return parts.map(({ frames }) => {
    start += frames;
    return start - frames;
  });
}
