import { LOUDNESS_TOLERANCE_LU, type Loudness, TARGET_LUFS, TRUE_PEAK_MAX_DB } from './loudness.ts';

/** The change to samples before they are encoded. */
export interface LoudnessPlan {
  gainDb: number;
  /** dBTP that a limiter keeps them under; null: no limiter, nothing comes near. */
  ceilingDb: number | null;
}

export type Level = Pick<Loudness, 'integratedLufs' | 'truePeakDb'>;

/** LAME scales by 0.95 at 128 kbit/s. */
const ENCODER_LOSS_DB = 0.45;
/** How much coding adds to peaks; more is rare. */
const OVERSHOOT_DB = 1.5;
const CEILING_DB = TRUE_PEAK_MAX_DB + ENCODER_LOSS_DB - OVERSHOOT_DB;
const CORRECTION_MARGIN_DB = 0.5;
/** Left to chance when a ceiling is raised again. */
const HEADROOM_DB = 0.1;
/** More at once would only be noise. */
const GAIN_STEP_MAX_DB = 6;
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

/**
 * A better plan after these attempts, the latest last; null when that one came out as it should, or when a limiter holds
 * the loudness down and more gain does not help.
 */
export function correctLoudness(source: Level, attempts: readonly Attempt[]): LoudnessPlan | null {
  const latest = attempts.at(-1);
  if (!latest) return planLoudness(source);
  const { plan, result } = latest;
  const missingLu = TARGET_LUFS - result.integratedLufs;
  const excessDb = result.truePeakDb - TRUE_PEAK_MAX_DB;
  if (Math.abs(missingLu) <= LOUDNESS_TOLERANCE_LU && excessDb <= 0) return null;
  const effect = effectOfGain(attempts);
  if (effect === null && excessDb <= 0) return null;
  const gainDb = plan.gainDb + Math.min(missingLu / (effect ?? 1), GAIN_STEP_MAX_DB);
  return withCeiling(source, gainDb, correctedCeiling(source, latest, missingLu, excessDb));
}

/** The attempt to keep: of those with peaks as they should be the nearest in loudness, else the one with the lowest peaks. */
export function bestAttempt<T extends Attempt>(attempts: readonly T[]): T | null {
  const error = ({ result }: Attempt) => Math.abs(result.integratedLufs - TARGET_LUFS);
  const excess = ({ result }: Attempt) => Math.max(0, result.truePeakDb - TRUE_PEAK_MAX_DB);
  return attempts.toSorted((a, b) => excess(a) - excess(b) || error(a) - error(b))[0] ?? null;
}

/** Below where the peaks came out too high; nearer to what is allowed where it keeps loudness down for nothing. */
function correctedCeiling(source: Level, { plan }: Attempt, missingLu: number, excessDb: number): number {
  const { ceilingDb, gainDb } = plan;
  const reached = Math.min(ceilingDb ?? Number.POSITIVE_INFINITY, source.truePeakDb + gainDb);
  if (excessDb > 0) return reached - excessDb - CORRECTION_MARGIN_DB;
  if (ceilingDb === null) return CEILING_DB;
  return missingLu > LOUDNESS_TOLERANCE_LU ? ceilingDb + Math.max(0, -excessDb - HEADROOM_DB) : ceilingDb;
}

/** Loudness won for each dB of gain: all of it, but much less where the limiter takes it away again. Null: none at all. */
function effectOfGain(attempts: readonly Attempt[]): number | null {
  const [before, after] = attempts.slice(-2);
  if (!before || !after || after.plan.ceilingDb === null) return 1;
  const gainedDb = after.plan.gainDb - before.plan.gainDb;
  const wonLu = after.result.integratedLufs - before.result.integratedLufs;
  if (Math.abs(gainedDb) < 0.1) return 1;
  if (gainedDb > 0 && wonLu <= 0) return null;
  return Math.min(1, Math.max(EFFECT_MIN, wonLu / gainedDb));
}

function withCeiling(source: Level, gainDb: number, ceilingDb: number): LoudnessPlan {
  return { gainDb, ceilingDb: source.truePeakDb + gainDb > ceilingDb ? ceilingDb : null };
}
