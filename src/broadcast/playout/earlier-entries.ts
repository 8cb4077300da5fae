import type { SpotOfBreak } from '#src/broadcast/adverts/break-plan.wire.ts';
import { type BreakPlan, stretchesOf } from '#src/broadcast/adverts/plan-break.ts';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { Library } from '#src/broadcast/rotation/library.ts';
import { frameHolding } from '#src/broadcast/timeline/frame-grid.ts';
import type { TimelineEntry } from '#src/broadcast/timeline/timeline.ts';

type Records = Pick<Library, 'find'>;

/**
 * Returns what one stream's plays (in the order written) say was on air between two instants, as entries of a
 * timeline, oldest first. What the library no longer has is left out, and so is what was dated otherwise: a
 * clock that was set back has the same instants twice.
 */
export function entriesBetween(
  plays: readonly JournalEntry[],
  records: Records,
  fromMs: number,
  untilMs: number,
): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let followingMs = untilMs;
  for (const play of plays.filter(({ startedMs }) => startedMs <= untilMs).toReversed()) {
    if (play.startedMs > followingMs || play.startedMs + play.durationMs <= fromMs) break;
    followingMs = play.startedMs;
    entries.unshift(...entriesOf(play, records));
  }
  return entries;
}

function entriesOf({ id, startedMs, advert }: JournalEntry, records: Records): TimelineEntry[] {
  const startFrame = frameHolding(startedMs);
  if (advert) return spotEntries(advert, startFrame, records);
  const record = records.find(id);
  if (record === null) return [];
  const piece = { kind: record.kind, record };
  return [{ startFrame, guest: piece, member: piece }];
}

/** The entries in which guests hear one spot of a break. */
function spotEntries(advert: SpotOfBreak, startFrame: number, records: Records): TimelineEntry[] {
  const plan = { spots: parts(advert.spots, records), bonus: parts(advert.bonus, records) };
  if (plan.spots.length < advert.spots.length || plan.bonus.length < advert.bonus.length) return [];
  const before = plan.spots.slice(0, advert.at).reduce((sum, { frames }) => sum + frames, 0);
  return stretchesOf(plan)
    .filter(({ spotAt }) => spotAt === advert.at)
    .map(({ start, guest, member }) => {
      const breakFrame = startFrame - before;
      return { startFrame: breakFrame + start, guest, member, breakFrame };
    });
}

function parts(told: SpotOfBreak['spots'], records: Records): BreakPlan['spots'] {
  return told.flatMap(({ id, frames }) => {
    const record = records.find(id);
    return record === null ? [] : [{ record, frames }];
  });
}
