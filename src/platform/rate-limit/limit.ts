/** How many are allowed in a window that begins with the first one. */
export interface WindowRule {
  /** It is counted under this name, in every process. */
  readonly name: string;
  readonly most: number;
  readonly perMs: number;
}

/** A number of calls at once, then a number a second. */
export interface PaceRule {
  readonly name: string;
  readonly atOnce: number;
  readonly perSecond: number;
}

/**
 * Whom a limit is for [W118], and what its keys are: the addressKey of the real peer; `mailbox` and a space
 * before that for an account; a mailbox; the id of a member; STATION.
 */
export type LimitOf = 'address' | 'account' | 'mailbox' | 'member' | 'station';

/** How often something may be done: declared beside what it protects, counted by RateLimits. */
export interface Limit<Of extends LimitOf = LimitOf> extends WindowRule {
  readonly of: Of;
}
export interface Pace extends PaceRule {
  readonly of: 'member';
}

/** The one key of what the whole station has a limit for. */
export const STATION = 'station';

/** A figure of the contract by its name there, which becomes the limit's: `{ CONTACT_AN_HOUR }`. */
type Figure = Readonly<Record<string, number>>;

export const perAddress = (most: Figure, perMs: number) => limitOf('address', most, perMs);
export const perAccount = (most: Figure, perMs: number) => limitOf('account', most, perMs);
export const perMailbox = (most: Figure, perMs: number) => limitOf('mailbox', most, perMs);
export const perMember = (most: Figure, perMs: number) => limitOf('member', most, perMs);
export const perStation = (most: Figure, perMs: number) => limitOf('station', most, perMs);

export function paceOfMember(atOnce: Figure, perSecond: Figure): Pace {
  const [name, first] = only(atOnce);
  return { of: 'member', name, atOnce: first, perSecond: only(perSecond)[1] };
}

function limitOf<Of extends LimitOf>(of: Of, figure: Figure, perMs: number): Limit<Of> {
  const [name, most] = only(figure);
  return { of, name, most, perMs };
}

function only(figure: Figure): readonly [name: string, value: number] {
  const [first, ...others] = Object.entries(figure);
  if (first === undefined || others.length > 0) throw new Error('a limit has one figure');
  return first;
}
