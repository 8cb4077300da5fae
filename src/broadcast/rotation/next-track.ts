import { bestTrack, type Drawn } from './draw-track.ts';
import type { Moment } from './moment.ts';
import type { PoolTrack } from './pool.ts';
import { type Standing, wasHeard } from './turns.ts';

/**
 * The choice itself. It takes the first that there is of: a track by another artist after a dominant one; a track in
 * its turn; one that comes early; one in its turn with less room, then with less distance to its artist; one that has
 * rested; the one that has rested most.
 */
export function nextTrack(moment: Moment): Drawn {
  const { pool, standings } = moment;
  const isReady = (one: Standing) => moment.isReady(one);
  const mayFollow = (one: Standing) => moment.mayFollow(one);
  const hasRested = (track: PoolTrack) => moment.restedMs(track) >= pool.restMs;
  const isEarlyEnough = (track: PoolTrack) => moment.restedMs(track) >= pool.earlyMs;
  const gap = (one: Standing) => moment.gap(one);
  return (
    besideDominant(moment) ??
    inTurn(moment) ??
    moment.draw(
      { whose: isReady, which: (track) => !moment.isOwed(track) && isEarlyEnough(track) },
      () => 1,
    ) ??
    moment.draw({ whose: isReady, which: (track) => moment.isOwed(track) && hasRested(track) }) ??
    bestTrack(
      standings,
      { whose: mayFollow, which: (track) => moment.isOwed(track) && hasRested(track) },
      gap,
    ) ??
    bestTrack(standings, { whose: mayFollow, which: hasRested }, gap) ??
    leastBent(moment)
  );
}

/** After the dominant artist comes another one, as soon as a track of theirs has rested long enough. */
function besideDominant(moment: Moment): Drawn | null {
  const { dominant, earlyMs } = moment.pool;
  if (dominant === null || dominant.name !== moment.pool.memory.lastArtist) return null;
  const whose = (one: Standing) => one.artist !== dominant && moment.isReady(one);
  const which = (track: PoolTrack) => wasHeard(track) && moment.restedMs(track) >= earlyMs;
  return moment.draw({ whose, which }, () => 1);
}

/** A track whose turn it is, or one never heard: these come soon, but not one after the other. */
function inTurn(moment: Moment): Drawn | null {
  const { isSettled } = moment.round;
  const firstWeight = (one: Standing) =>
    isSettled ? one.firsts : (moment.urgency(one) * one.firsts) / one.owed;
  const turnOf = (isFirst: boolean) => (track: PoolTrack) =>
    moment.restedMs(track) >= track.roomMs && moment.isOwed(track) && moment.isNeverHeard(track) === isFirst;
  const next = moment.draw(
    { whose: (one) => one.owed > 0 && moment.isReady(one), which: turnOf(false) },
    (one) => moment.urgency(one) * (isSettled ? 1 : 1 - one.firsts / one.owed),
  );
  const first = moment.draw(
    { whose: (one) => one.firsts > 0 && moment.isReady(one), which: turnOf(true) },
    firstWeight,
  );
  if (first === null || next === null) return next ?? first;
  const share = isSettled ? 0 : first.weight / (first.weight + next.weight);
  return moment.random() < Math.max(moment.rules.firstHearingShare, share) ? first : next;
}

/** Nothing has rested: what comes nearest to it, and not the same artist again while there is another. */
function leastBent(moment: Moment): Drawn {
  const score = (one: Standing, track: PoolTrack) =>
    Math.min(moment.gap(one), moment.restedMs(track) / moment.pool.restMs);
  const all = () => true;
  const others = bestTrack(moment.standings, { whose: (one) => moment.mayFollow(one), which: all }, score);
  const best = others ?? bestTrack(moment.standings, { whose: all, which: all }, score);
  if (best === null) throw new Error('a round with turns has a track');
  return best;
}
