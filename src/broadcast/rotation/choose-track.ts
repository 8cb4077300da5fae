import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { Choice } from './choice.wire.ts';
import { bestTrack, type Drawn } from './draw-track.ts';
import { type ChoiceGround, Moment } from './moment.ts';
import type { PoolTrack } from './pool.ts';
import { countRound, isNeverHeard, paidAfter, type Quota, quotasOf, turnsOwed } from './quotas.ts';

export interface Chosen {
  record: MediaRecord;
  choice: Choice;
}

/**
 * Chooses the next track of a pool and says why; null when no track can be played. Each track has its turn in
 * every round, and chance decides among those whose turn is still to come. `nextTrack` says in which order
 * the rules give way when none is left. Nothing is changed here: the choice counts once the memory has it.
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
  const paidTo = paidAfter(track, round);
  const bent = [
    ...(atMs - track.seat.heard.endMs < rules.trackRestMs ? (['track'] as const) : []),
    ...(atMs - quota.artist.heard.endMs < rules.artistRestMs ? (['artist'] as const) : []),
  ];
  return {
    record,
    choice: {
      ...(pool.name !== '' && { pool: pool.name }),
      round,
      ...(paidTo !== round && { turn: paidTo }),
      ...(isFirst ? { why: 'first' as const } : turnsOwed(track, round) === 0 && { why: 'early' as const }),
      ...(bent.length > 0 && { bent }),
    },
  };
}

/** Smallest share of an artist's gap that is kept while somebody's turn is waiting. */
const BENT_GAP = 0.6;

/** Selects artists. */
type Whose = (quota: Quota) => boolean;

/**
 * Tries in order: a track in its turn; one that comes early; one in its turn with less room, then with a
 * shorter gap to its artist; one that has rested; the one that has rested longest. Beside a dominant artist
 * it first asks whether they or somebody else comes now.
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

/** A track whose turn it is, or one never heard. Unheard tracks come soon, but not in a row. */
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

/** A track of the next round, which then owes it nothing. */
function early(moment: Moment, whose: Whose): Drawn | null {
  return moment.draw(
    { whose: (one) => whose(one) && moment.isReady(one), which: (track) => moment.isEarly(track) },
    () => 1,
  );
}

/** Gives way in order: the room between rounds, the artist's gap, the track's turn, its rest. */
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
      (one, track) => Math.min(1, gap(one)) - 2 * Math.max(0, track.seat.paidTo - moment.round.number),
    ) ??
    leastBent(moment)
  );
}

/** The track that comes nearest to having rested, of another artist while there is one. */
function leastBent(moment: Moment): Drawn {
  const score = (one: Quota, track: PoolTrack) => Math.min(moment.gap(one), moment.rest(track));
  const all = () => true;
  const others = bestTrack(moment.quotas, { whose: (one) => moment.mayFollow(one), which: all }, score);
  const best = others ?? bestTrack(moment.quotas, { whose: all, which: all }, score);
  if (best === null) throw new Error('a round with turns has a track');
  return best;
}

/** The artists to choose among beside a dominant one. */
interface Side {
  whose: (quota: Quota) => boolean;
  /** Whether the others come even before their turn, since the dominant artist's row is long enough. */
  isDue: boolean;
}

/** Share by which a row may be longer or shorter than the even one, beyond its first track. */
const CHANCE = 0.5;

/**
 * Decides who comes now where one artist has more than half of the plays. That artist follows anybody else.
 * Another one comes when the artist's row is as long as the turns left in the round ask for, more or less by
 * chance. So other artists' tracks are spread among theirs, and drawn as everywhere else. Null where it makes
 * no difference.
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

/** Probability that one more follows after `inRow` in a row, when `even` of them would be even. */
function goesOn(inRow: number, even: number): number {
  const before = longerThan(inRow - 1, even);
  return before === 0 ? 0 : longerThan(inRow, even) / before;
}

/**
 * Probability that a row has more than `inRow` tracks. The fraction of the length drawn is the probability of
 * one more.
 */
function longerThan(inRow: number, even: number): number {
  const spread = CHANCE * (even - 1);
  if (spread <= 0) return inRow < 1 ? 1 : 0;
  return (oneMore(even + spread - inRow) - oneMore(even - spread - inRow)) / (2 * spread);
}

/**
 * Integral of the probability of one more, from minus infinity to `number`: 0 below 0, 1 per unit from 1 on.
 */
function oneMore(number: number): number {
  if (number <= 0) return 0;
  return number < 1 ? number ** 2 / 2 : number - 0.5;
}
