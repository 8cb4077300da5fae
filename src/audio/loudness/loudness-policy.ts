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
/** More than ten dB into the limiter for each LU would be noise. */
const EFFECT_MIN = 0.1;

/** How to bring audio of this level to the station's. */
export function planLoudness(source: Level): LoudnessPlan {
  return withCeiling(source, TARGET_LUFS + ENCODER_LOSS_DB - source.integratedLufs, CEILING_DB);
}

export interface Attempt {
  plan: LoudnessPlan;
  result: Level;
}

/** A better plan after these attempts, the latest last; null when that one came out as it should. */
export function correctLoudness(source: Level, attempts: readonly Attempt[]): LoudnessPlan | null {
  const latest = attempts.at(-1);
  if (!latest) return planLoudness(source);
  const { plan, result } = latest;
  const missingLu = TARGET_LUFS - result.integratedLufs;
  const excessDb = result.truePeakDb - TRUE_PEAK_MAX_DB;
  if (Math.abs(missingLu) <= LOUDNESS_TOLERANCE_LU && excessDb <= 0) return null;
  const reached = Math.min(plan.ceilingDb ?? Number.POSITIVE_INFINITY, source.truePeakDb + plan.gainDb);
  const ceilingDb = excessDb > 0 ? reached - excessDb - CORRECTION_MARGIN_DB : (plan.ceilingDb ?? CEILING_DB);
  return withCeiling(source, plan.gainDb + missingLu / effectOfGain(attempts), ceilingDb);
}

/** Loudness won for each dB of gain: all of it, but much less where the limiter takes it away again. */
function effectOfGain(attempts: readonly Attempt[]): number {
  const [before, after] = attempts.slice(-2);
  if (!before || !after || after.plan.ceilingDb === null) return 1;
  const gainedDb = after.plan.gainDb - before.plan.gainDb;
  const wonLu = after.result.integratedLufs - before.result.integratedLufs;
  return Math.abs(gainedDb) < 0.1 ? 1 : Math.min(1, Math.max(EFFECT_MIN, wonLu / gainedDb));
}

function withCeiling(source: Level, gainDb: number, ceilingDb: number): LoudnessPlan {
  return { gainDb, ceilingDb: source.truePeakDb + gainDb > ceilingDb ? ceilingDb : null };
}
