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

export const NOTHING_HEARD = { firstByteMs: null, gapMs: null, level: null, titleErrorMs: null } as const;

/** Why an answer is no stream; null when it is one. */
export function complaintOf(asked: Asked, what: string): Complaint | null {
  const { status, failure } = asked;
  if (status === 0)
    return { problem: 'unreachable', detail: `${what}: ${failure ?? 'the connection was closed'}` };
  if (status !== 200) return { problem: 'refused', detail: `${what}: answered ${status}` };
  return null;
}
