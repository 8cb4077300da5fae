import type { StreamMarks } from '#src/broadcast/now-playing/marks.wire.ts';
import type { Problem } from '#src/robots/finding.wire.ts';
import type { Level } from '#src/robots/measure/measure-level.ts';
import type { ToldTitle } from '#src/robots/measure/title-error.ts';
import type { Asked } from './ask.ts';

/** Something that is wrong, and what was found. */
export interface Complaint {
  readonly problem: Problem;
  readonly detail: string;
}

/** What one device heard, before it is judged. */
export interface Heard {
  readonly firstByteMs: number | null;
  readonly gapMs: number | null;
  readonly level: Level | null;
  readonly titleErrorMs: number | null;
  /** How long the bed has played when it was all that was heard; null when it was not. */
  readonly bedMs: number | null;
  /** What was found on the way. */
  readonly complaints: readonly Complaint[];
}

/** The sound of a stream, its titles, and where it begins on the timeline. */
export interface HeardSound {
  readonly sound: Buffer;
  readonly titles: readonly ToldTitle[];
  /** Null where the address does not say it: a content network, or Icecast. */
  readonly firstMs: number | null;
}

export const NOTHING_HEARD = {
  firstByteMs: null,
  gapMs: null,
  level: null,
  titleErrorMs: null,
  bedMs: null,
} as const;

/** What comes by way of others, who do not date it, was on air no longer ago than this. */
const ON_ITS_WAY_MS_MAX = 30_000;

/**
 * How long the bed has played, by the marks of after the listening, when nothing else was heard. One between two
 * pieces, while a file is passed over, has begun or ended meanwhile.
 */
export function bedMsOf(told: StreamMarks | null, firstMs: number | null): number | null {
  const last = told?.marks.at(-1);
  if (!told || last?.kind !== 'bed') return null;
  return last.first_ms <= (firstMs ?? told.now_ms - ON_ITS_WAY_MS_MAX) ? told.now_ms - last.first_ms : null;
}

/** Why an answer is no stream; null when it is one. */
export function complaintOf(asked: Asked, what: string): Complaint | null {
  const { status, failure } = asked;
  if (status === 0)
    return { problem: 'unreachable', detail: `${what}: ${failure ?? 'the connection was closed'}` };
  if (status !== 200) return { problem: 'refused', detail: `${what}: answered ${status}` };
  return null;
}
