import type { StreamMarks, WireMark } from '#src/broadcast/now-playing/marks.wire.ts';

/** What a listener hears, and when what follows begins. */
export interface HeardMark {
  /** The mark that names it. Null when nothing heard by then has a name. */
  readonly named: WireMark | null;
  /** Instant at which the next mark begins to be heard, where it is known; milliseconds since the Unix epoch. */
  readonly nextMs: number | null;
}

/**
 * Finds what is heard at an instant of the timeline. A track and an interlude have names; a jingle, a spot and
 * the bed leave the last track's [R158]. Undefined when the marks do not reach back to that instant.
 * @param marks of the variant that is heard, oldest first
 * @param heardMs milliseconds since the Unix epoch, on the timeline of the marks
 */
export function markHeardAt(marks: readonly WireMark[], heardMs: number): HeardMark | undefined {
  const at = marks.findLastIndex(({ first_ms }) => first_ms <= heardMs);
  const heard = marks[at];
  if (heard === undefined) return undefined;
  const named =
    heard.kind === 'interlude'
      ? heard
      : (marks.slice(0, at + 1).findLast(({ kind }) => kind === 'track') ?? null);
  return { named, nextMs: marks[at + 1]?.first_ms ?? null };
}

/**
 * Whether a timeline was dated anew between two answers: nothing that stood in the earlier one stands at its
 * instant in the later one. So it is too when so much time has passed that they have nothing in common.
 */
export function isDatedAnew(earlier: readonly WireMark[], later: readonly WireMark[]): boolean {
  if (earlier.length === 0) return false;
  const standing = new Set(later.map(keyOf));
  return !earlier.some((mark) => standing.has(keyOf(mark)));
}

const keyOf = ({ first_ms, kind, artiste, titre }: WireMark) => `${first_ms} ${kind} ${artiste} - ${titre}`;

/** After what begins on the air a mark of it can be had: production, and an answer that was kept for a second. */
const TOLD_AFTER_MS = 1_200;
/** What is left to hear when the last chance to ask comes. */
const SPARE_MS = 1_000;
/** The bed ends with whatever comes: nobody knows when. */
const OPEN_END_MS = 2_000;

/**
 * Says at which instant heard the marks are to be asked for again: when what is on air now has ended, and
 * before that is heard. Listeners are many and a piece ends for all of them at once, so each asks at another
 * moment of that time.
 * @param chance 0 to 1
 * @returns milliseconds since the Unix epoch, on the timeline of the marks
 */
export function askAgainAtMs({ now_ms, marks }: StreamMarks, heardMs: number, chance: number): number {
  const last = marks.at(-1);
  const behindMs = Math.max(0, now_ms - heardMs);
  const isOpen = last === undefined || last.kind === 'bed';
  const endMs = isOpen ? now_ms + OPEN_END_MS : Math.max(now_ms, last.first_ms + last.duration * 1_000);
  const earliest = endMs - behindMs + TOLD_AFTER_MS;
  const latest = Math.max(earliest, endMs - SPARE_MS);
  return earliest + chance * (latest - earliest);
}
