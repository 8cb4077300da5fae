import type { Loudness } from './loudness-meter.ts';

/** Loudness of every rendered piece: EBU R128, at the level usual on the web. */
const TARGET_LUFS = -16;
export const TRUE_PEAK_MAX_DB = -1;
const LOUDNESS_TOLERANCE_LU = 0.3;

/** The change to samples before they are encoded. */
export interface LoudnessPlan {
  gainDb: number;
  /** Ceiling in dBTP that a limiter keeps; null: no limiter, since nothing comes near. */
  ceilingDb: number | null;
}

export type Level = Pick<Loudness, 'integratedLufs' | 'truePeakDb'>;

/** Level lost in encoding: LAME scales by 0.95 at 128 kbit/s. */
const ENCODER_LOSS_DB = 0.45;
/** Peaks that coding adds; more is rare. */
const OVERSHOOT_DB = 1.5;
const CEILING_DB = TRUE_PEAK_MAX_DB + ENCODER_LOSS_DB - OVERSHOOT_DB;
const CORRECTION_MARGIN_DB = 0.5;
/** Margin left when a ceiling is raised again. */
const HEADROOM_DB = 0.1;
/** Largest change of gain at once. */
const GAIN_STEP_MAX_DB = 6;
/** Least loudness won for each dB of gain: less would be driving the limiter into noise. */
const EFFECT_MIN = 0.1;

/** Plans how to bring audio of this level to the station's. */
export function planLoudness(source: Level): LoudnessPlan {
  return withCeiling(source, TARGET_LUFS + ENCODER_LOSS_DB - source.integratedLufs, CEILING_DB);
}

export interface Attempt {
  plan: LoudnessPlan;
  result: Level;
}

/**
 * Returns a better plan after these attempts, the latest last; null when that one came out as it should, or
 * when a limiter holds the loudness down and more gain does not help.
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

/**
 * Chooses the attempt to keep: among those with proper peaks the nearest in loudness, else the one with the
 * lowest peaks.
 */
export function bestAttempt<T extends Attempt>(attempts: readonly T[]): T | null {
  const error = ({ result }: Attempt) => Math.abs(result.integratedLufs - TARGET_LUFS);
  const excess = ({ result }: Attempt) => Math.max(0, result.truePeakDb - TRUE_PEAK_MAX_DB);
  return attempts.toSorted((a, b) => excess(a) - excess(b) || error(a) - error(b))[0] ?? null;
}

/**
 * Returns a lower ceiling where the peaks came out too high, and a higher one where it keeps loudness down
 * for nothing.
 */
function correctedCeiling(source: Level, { plan }: Attempt, missingLu: number, excessDb: number): number {
  const { ceilingDb, gainDb } = plan;
  const reached = Math.min(ceilingDb ?? Number.POSITIVE_INFINITY, source.truePeakDb + gainDb);
  if (excessDb > 0) return reached - excessDb - CORRECTION_MARGIN_DB;
  if (ceilingDb === null) return CEILING_DB;
  return missingLu > LOUDNESS_TOLERANCE_LU ? ceilingDb + Math.max(0, -excessDb - HEADROOM_DB) : ceilingDb;
}

/**
 * Returns the loudness won for each dB of gain: all of it, or much less where the limiter takes it away
 * again. Null: none at all.
 */
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
