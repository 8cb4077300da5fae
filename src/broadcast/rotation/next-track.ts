import { besideDominant } from './dominant-artist.ts';
import { bestTrack, type Drawn } from './draw-track.ts';
import type { Moment } from './moment.ts';
import type { PoolTrack } from './pool.ts';
import type { Quota } from './turns.ts';

/** An artist's distance is bent to no less than this share of it for whose turn it is most. */
const BENT_GAP = 0.6;

/** Whose tracks are asked for. */
type Whose = (quota: Quota) => boolean;

/**
 * The choice itself. It takes the first that there is of: a track in its turn; one that comes early; one in its turn with
 * less room, then with less distance to its artist; one that has rested; the one that has rested most. Beside a dominant
 * artist it is asked first whether they or others come now.
 */
export function nextTrack(moment: Moment): Drawn {
  const side = besideDominant(moment);
  const all = () => true;
  return (
    (side && (inTurn(moment, side.whose) ?? (side.isDue ? early(moment, side.whose) : null))) ??
    inTurn(moment, all) ??
    early(moment, all) ??
    bent(moment)
  );
}

/** A track whose turn it is, or one never heard: these come soon, but not one after the other. */
function inTurn(moment: Moment, whose: Whose): Drawn | null {
  const { isSettled } = moment.round;
  const firstWeight = (one: Quota) =>
    isSettled ? one.firsts : (moment.urgency(one) * one.firsts) / one.owed;
  const turnOf = (isFirst: boolean) => (track: PoolTrack) =>
    moment.isOwed(track) && moment.hasRoom(track) && moment.isNeverHeard(track) === isFirst;
  const next = moment.draw(
    { whose: (one) => one.owed > 0 && whose(one) && moment.isReady(one), which: turnOf(false) },
    (one) => moment.urgency(one) * (isSettled ? 1 : 1 - one.firsts / one.owed),
  );
  const first = moment.draw(
    { whose: (one) => one.firsts > 0 && whose(one) && moment.isReady(one), which: turnOf(true) },
    firstWeight,
  );
  if (first === null || next === null) return next ?? first;
  const share = isSettled ? 0 : first.weight / (first.weight + next.weight);
  return moment.random() < Math.max(moment.rules.firstHearingShare, share) ? first : next;
}

/** A track of the next round, which is not owed there again. */
function early(moment: Moment, whose: Whose): Drawn | null {
  return moment.draw(
    { whose: (one) => whose(one) && moment.isReady(one), which: (track) => moment.isEarly(track) },
    () => 1,
  );
}

/** Something has to give way: the room between rounds, then the artist's distance, then the track's turn, then its rest. */
function bent(moment: Moment): Drawn {
  const { quotas } = moment;
  const isRestedTurn = (track: PoolTrack) => moment.isOwed(track) && moment.hasRested(track);
  const mayFollow = (one: Quota) => moment.mayFollow(one);
  const gap = (one: Quota) => moment.gap(one);
  return (
    moment.draw({ whose: (one) => moment.isReady(one), which: isRestedTurn }) ??
    moment.draw({ whose: (one) => mayFollow(one) && gap(one) >= BENT_GAP, which: isRestedTurn }) ??
    bestTrack(quotas, { whose: mayFollow, which: isRestedTurn }, gap) ??
    bestTrack(
      quotas,
      { whose: mayFollow, which: (track) => moment.hasRested(track) },
      // What is least ahead of its turns pays for it soonest.
      (one, track) => Math.min(1, gap(one)) - 2 * Math.max(0, track.seat.turn - moment.round.number),
    ) ??
    leastBent(moment)
  );
}

/** Nothing has rested: what comes nearest to it, and not the same artist again while there is another. */
function leastBent(moment: Moment): Drawn {
  const score = (one: Quota, track: PoolTrack) => Math.min(moment.gap(one), moment.rest(track));
  const all = () => true;
  const others = bestTrack(moment.quotas, { whose: (one) => moment.mayFollow(one), which: all }, score);
  const best = others ?? bestTrack(moment.quotas, { whose: all, which: all }, score);
  if (best === null) throw new Error('a round with turns has a track');
  return best;
}
