import type { Moment } from './moment.ts';
import type { Quota } from './turns.ts';

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
export function besideDominant(moment: Moment): Side | null {
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
