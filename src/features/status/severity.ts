import type { Problem } from '#src/robots/finding.wire.ts';
import type { Stretch } from './status.wire.ts';

/** What is wrong beside the sound: the stream can be heard as it should. */
const MINOR: ReadonlySet<Problem> = new Set(['slow_start', 'playlist_wrong', 'title_wrong', 'cover_missing']);

export function isMinor(problem: Problem): boolean {
  return MINOR.has(problem);
}

/** How a stretch of time was in which robots listened so often, and so often heard trouble. */
export function stretchOf(count: { findings: number; troubled: number } | undefined): Stretch {
  if (count === undefined || count.findings === 0) return 'unknown';
  if (count.troubled === 0) return 'well';
  return count.troubled < count.findings ? 'partly' : 'troubled';
}
