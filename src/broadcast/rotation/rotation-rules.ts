const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What rotation keeps to. Shares are of the pool's length, or of the even spacing of an artist's tracks. */
export interface RotationRules {
  /** No track twice within, where the pool is long enough. */
  trackRestMs: number;
  /** No artist twice within, where there are enough of them. */
  artistRestMs: number;
  /** For this long after it was added a track is new, and counts `newTrackWeight` times. */
  newTrackMs: number;
  newTrackWeight: number;
  /** The share of plays that tracks never heard get while there are any. */
  firstHearingShare: number;
}

export const ROTATION_RULES: RotationRules = {
  trackRestMs: 180 * MINUTE_MS,
  artistRestMs: 60 * MINUTE_MS,
  newTrackMs: 30 * DAY_MS,
  newTrackWeight: 1.5,
  firstHearingShare: 0.4,
};
