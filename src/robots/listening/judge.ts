import { type Finding, PROBLEMS } from '#src/robots/finding.wire.ts';
import type { Complaint, Heard } from './heard.ts';
import { TITLE_LATE_MS_MAX } from './listen-progressive.ts';

/** [R181] Longest time from the request to the first byte. */
export const FIRST_BYTE_MS_MAX = 3_000;
/** [R181] Longest time without sound. */
export const GAP_MS_MAX = 250;
/** [R181] A title may come so much before its sound: a frame and the rounding of its instant. */
export const TITLE_EARLY_MS_MAX = 50;
/** [R181] Share of samples that may be cut off, in millionths. */
export const CLIPPED_MILLIONTHS_MAX = 1_000;
/** Frames at the beginning of a stretch that no decoder can know what to do with. */
const BROKEN_MAX = 3;
/** Sound that is quiet for less than this may be a rest in the music. */
const SILENT_MS_MIN = 2_000;

/** What is wrong by the measures, and the finding that comes of it. */
export function judge({
  heard,
  ...of
}: Pick<Finding, 'streamId' | 'robot' | 'atMs'> & { heard: Heard }): Finding {
  const { firstByteMs, gapMs, level, titleErrorMs } = heard;
  const complaints: Complaint[] = [...heard.complaints];
  if (firstByteMs !== null && firstByteMs > FIRST_BYTE_MS_MAX)
    complaints.push({ problem: 'slow_start', detail: `the first byte came after ${firstByteMs} ms` });
  if (gapMs !== null && gapMs > GAP_MS_MAX)
    complaints.push({ problem: 'gap', detail: `a player would have been silent for ${gapMs} ms` });
  if (level !== null) complaints.push(...complaintsOfLevel(level));
  if (titleErrorMs !== null && (titleErrorMs > TITLE_LATE_MS_MAX || titleErrorMs < -TITLE_EARLY_MS_MAX))
    complaints.push({
      problem: 'title_wrong',
      detail: `a title came ${Math.abs(titleErrorMs)} ms too ${titleErrorMs > 0 ? 'late' : 'early'}`,
    });
  const worst = complaints.sort((one, other) => rank(one) - rank(other));
  return {
    ...of,
    problems: [...new Set(worst.map(({ problem }) => problem))],
    detail: worst.map(({ detail }) => detail).join('; '),
    firstByteMs,
    gapMs,
    levelDb: level?.levelDb ?? null,
    titleErrorMs,
  };
}

function complaintsOfLevel({ levelDb, quietMs, decodedMs, clipped, broken }: NonNullable<Heard['level']>) {
  const complaints: Complaint[] = [];
  if (decodedMs === 0 || broken > BROKEN_MAX)
    complaints.push({ problem: 'broken_sound', detail: `${broken} frames could not be decoded` });
  else if (quietMs >= Math.max(SILENT_MS_MIN, decodedMs - 200))
    complaints.push({ problem: 'silent', detail: `nothing was to be heard (${levelDb} dB)` });
  if (clipped * 1e6 > CLIPPED_MILLIONTHS_MAX)
    complaints.push({
      problem: 'clipped',
      detail: `${(clipped * 100).toFixed(1)} % of the sound is cut off`,
    });
  return complaints;
}

function rank({ problem }: Complaint): number {
  return PROBLEMS.indexOf(problem);
}
