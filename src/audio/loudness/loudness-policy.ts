import { LOUDNESS_TOLERANCE_LU, type Loudness, TARGET_LUFS, TRUE_PEAK_MAX_DB } from './loudness.ts';

/** What is done to samples before they are encoded. */
export interface LoudnessPlan {
  gainDb: number;
  /** dBTP that a limiter keeps them under; null: no limiter, nothing comes near. */
  ceilingDb: number | null;
}

export type Level = Pick<Loudness, 'integratedLufs' | 'truePeakDb'>;

/** LAME scales by 0.95 at 128 kbit/s. */
const ENCODER_LOSS_DB = 0.45;
/** What coding adds to peaks, seldom more. */
const OVERSHOOT_DB = 1;
const CEILING_DB = TRUE_PEAK_MAX_DB + ENCODER_LOSS_DB - OVERSHOOT_DB;
const CORRECTION_MARGIN_DB = 0.3;

/** How to bring audio of this level to the station's. */
export function planLoudness(source: Level): LoudnessPlan {
  return withCeiling(source, TARGET_LUFS + ENCODER_LOSS_DB - source.integratedLufs, CEILING_DB);
}

/** A better plan, seen what came of the first; null when the result is as it should be. */
export function correctLoudness(source: Level, tried: LoudnessPlan, result: Level): LoudnessPlan | null {
  const missingLu = TARGET_LUFS - result.integratedLufs;
  const excessDb = result.truePeakDb - TRUE_PEAK_MAX_DB;
  if (Math.abs(missingLu) <= LOUDNESS_TOLERANCE_LU && excessDb <= 0) return null;
  const reached = Math.min(tried.ceilingDb ?? Number.POSITIVE_INFINITY, source.truePeakDb + tried.gainDb);
  const ceilingDb =
    excessDb > 0 ? reached - excessDb - CORRECTION_MARGIN_DB : (tried.ceilingDb ?? CEILING_DB);
  return withCeiling(source, tried.gainDb + missingLu, ceilingDb);
}

function withCeiling(source: Level, gainDb: number, ceilingDb: number): LoudnessPlan {
  return { gainDb, ceilingDb: source.truePeakDb + gainDb > ceilingDb ? ceilingDb : null };
}
