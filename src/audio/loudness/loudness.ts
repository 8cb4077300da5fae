/** Loudness of every rendered piece: EBU R128, at the level usual on the web. */
export const TARGET_LUFS = -16;
export const TRUE_PEAK_MAX_DB = -1;
export const LOUDNESS_TOLERANCE_LU = 0.3;

export interface Loudness {
  /** Loudness of the whole; -Infinity when there is nothing to hear. */
  integratedLufs: number;
  /** dBTP, both channels. */
  truePeakDb: number;
  /** Loudness of the 400 ms before each tenth of a second. */
  momentaryLufs: Float32Array;
  /** Loudness of each tenth of a second by itself. */
  stepLufs: Float32Array;
}
