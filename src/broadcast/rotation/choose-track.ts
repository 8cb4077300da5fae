import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { Choice } from './choice.wire.ts';
import { bestTrack, type Drawn } from './draw-track.ts';
import { type ChoiceGround, Moment } from './moment.ts';
import type { PoolTrack } from './pool.ts';
import { countRound, isNeverHeard, type Quota, quotasOf, turnAfter, turnsOwed } from './turns.ts';

export interface Chosen {
  record: MediaRecord;
  choice: Choice;
}

/**
 * Chooses the next track of a pool and says why; null when none can be played. Each track has its turn in every round,
 * and chance decides among those whose turn is still to come; nextTrack says in which order the rests give way where
 * none is left. Nothing is changed: the choice counts once the memory has it.
 */
export function chooseTrack(ground: ChoiceGround): Chosen | null {
  const { pool, atMs, resting, rules } = ground;
  const quotas = quotasOf(pool, resting);
  const current = countRound(quotas, pool);
  if (current === null) return null;
  const round = current.number;
  const { track, quota } = nextTrack(new Moment(ground, quotas, current));
  const record = track.records.find(({ id }) => !resting.has(id));
  if (record === undefined) return null;
  const isFirst = isNeverHeard(track, pool.memory.reachesBackMs);
  const turn = turnAfter(track, round);
  const bent = [
    ...(atMs - track.seat.heard.endMs < rules.trackRestMs ? (['track'] as const) : []),
    ...(atMs - quota.artist.heard.endMs < rules.artistRestMs ? (['artist'] as const) : []),
  ];
  return {
    record,
    choice: {
      ...(pool.name !== '' && { pool: pool.name }),
      round,
      ...(turn !== round && { turn }),
      ...(isFirst ? { why: 'first' as const } : turnsOwed(track, round) === 0 && { why: 'early' as const }),
      ...(bent.length > 0 && { bent }),
    },
  };
}

/** An artist's distance is bent to no less than this share of it for whose turn it is most. */
const BENT_GAP = 0.6;

/** Whose tracks are asked for. */
type Whose = (quota: Quota) => boolean;

/**
 * The choice itself. It takes the first that there is of: a track in its turn; one that comes early; one in its turn with
 * less room, then with less distance to its artist; one that has rested; the one that has rested most. Beside a dominant
 * artist it is asked first whether they or others come now.
 */
function nextTrack(moment: Moment): Drawn {
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

/** Who comes now. */
interface Side {
  whose: (quota: Quota) => boolean;
  /** Others come even before their turn: the dominant artist's row is long enough. */
  isDue: boolean;
}

/** The share of its length beyond one by which a row may be longer or shorter than the even one. */
const CHANCE = 0.5;

/**
 * Who comes now where one artist has more than half of the plays: that artist after anybody else, and another one when
 * as many of theirs have followed each other as the turns left in the round ask for, more or less by chance. So others'
 * tracks are spread among theirs, and drawn among like anybody's. Null where it makes no difference.
 */
function besideDominant(moment: Moment): Side | null {
  const { dominant, memory, plays } = moment.pool;
  if (dominant === null) return null;
  const isDominant = ({ artist }: Quota) => artist === dominant;
  const turns = moment.quotas.find(isDominant)?.owed ?? 0;
  const others = moment.round.owed - turns;
  if (turns === 0) return null;
  const even = others === 0 ? dominant.plays / (plays - dominant.plays) : turns / others;
  const rowGoesOn = memory.lastArtist === dominant.name ? goesOn(memory.inRow, even) : 1;
  const isOthers = even < 1 || moment.random() >= rowGoesOn;
  return { whose: (one) => isDominant(one) !== isOthers, isDue: rowGoesOn === 0 };
}

/** How likely one more follows after `inRow` in a row, when `even` of them would be even. */
function goesOn(inRow: number, even: number): number {
  const before = longerThan(inRow - 1, even);
  return before === 0 ? 0 : longerThan(inRow, even) / before;
}

/** How likely a row has more than `inRow`; what the length drawn is beyond a whole number is the chance of one more. */
function longerThan(inRow: number, even: number): number {
  const spread = CHANCE * (even - 1);
  if (spread <= 0) return inRow < 1 ? 1 : 0;
  return (oneMore(even + spread - inRow) - oneMore(even - spread - inRow)) / (2 * spread);
}

/** The integral, from minus infinity on, of the chance that a number leaves for one more: none below 0, sure from 1 on. */
function oneMore(number: number): number {
  if (number <= 0) return 0;
  return number < 1 ? number ** 2 / 2 : number - 0.5;
}
