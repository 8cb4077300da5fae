import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';

/** The rules of rotation. Shares are of the pool's length, or of the even spacing of an artist's tracks. */
export interface RotationRules {
  /** Time within which no track comes twice, where the pool is long enough. */
  trackRestMs: number;
  /** Time within which no artist comes twice, where there are enough of them. */
  artistRestMs: number;
  /** Age up to which a track is new and counts `newTrackWeight` times. */
  newTrackMs: number;
  newTrackWeight: number;
  /** Share of plays given to unheard tracks while there are any. */
  firstHearingShare: number;
}

export const ROTATION_RULES: RotationRules = {
  trackRestMs: 180 * MINUTE_MS,
  artistRestMs: 60 * MINUTE_MS,
  newTrackMs: 30 * DAY_MS,
  newTrackWeight: 1.5,
  firstHearingShare: 0.4,
};
