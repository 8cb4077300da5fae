import { STEP_SAMPLES } from '#src/audio/loudness/weighted-power.ts';

/**
 * Loudness below that of the whole at which there is nothing to hear [R154]: a fade has ended long before, and
 * music that is quiet as a whole has a floor as much lower.
 */
const CUE_FLOOR_LU = 50;
/** Silence kept at the head and at the tail of a piece that has more of it [R154]. */
const KEPT_SILENCE_MS = 200;
/** Least that is left of a piece: the loudness of less cannot be measured. Silence makes up for it [R226]. */
const PIECE_MS_MIN = 500;
/** Silence within a piece that is longer is told to the operator [R155]. */
const INNER_SILENCE_MS_MAX = 10_000;

const STEP_MS = 100;
const KEPT_STEPS = KEPT_SILENCE_MS / STEP_MS;
const STEPS_MIN = PIECE_MS_MIN / STEP_MS;

/** A silence within a piece; `fromMs` from the start of its file. */
export interface InnerSilence {
  fromMs: number;
  durationMs: number;
}

/** What of a piece is played, in samples; `end` exclusive. */
export interface CuePoints {
  start: number;
  end: number;
  /** Silent samples right before `end`. */
  silentTail: number;
  /** The longest silence within, where it is long enough to be told of. */
  innerSilence: InnerSilence | null;
}

/**
 * Finds where a piece begins and ends to be heard.
 * @param stepLufs loudness of each tenth of a second
 * @param integratedLufs loudness of the whole, above -Infinity
 * @param samples length of the whole
 */
export function findCuePoints(
  { stepLufs, integratedLufs }: { stepLufs: Float32Array; integratedLufs: number },
  samples: number,
): CuePoints {
  const floor = integratedLufs - CUE_FLOOR_LU;
  const isHeard = (lufs: number) => lufs >= floor;
  const first = Math.max(0, stepLufs.findIndex(isHeard));
  const last = stepLufs.findLastIndex(isHeard);
  const heardUntil = last < 0 ? samples : Math.min(samples, (last + 1) * STEP_SAMPLES);
  const from = Math.max(0, first - KEPT_STEPS);
  const end = Math.min(
    samples,
    Math.max(heardUntil + KEPT_STEPS * STEP_SAMPLES, (from + STEPS_MIN) * STEP_SAMPLES),
  );
  const start = Math.max(0, Math.min(from, Math.floor(end / STEP_SAMPLES) - STEPS_MIN)) * STEP_SAMPLES;
  return { start, end, silentTail: end - heardUntil, innerSilence: longestSilence() };

  function longestSilence(): InnerSilence | null {
    let longest = { from: 0, steps: 0 };
    let from = first;
    for (let at = first; at <= last; at += 1) {
      if (!isHeard(stepLufs[at] ?? 0)) continue;
      if (at - from > longest.steps) longest = { from, steps: at - from };
      from = at + 1;
    }
    const durationMs = longest.steps * STEP_MS;
    if (durationMs <= INNER_SILENCE_MS_MAX) return null;
    return { fromMs: longest.from * STEP_MS, durationMs };
  }
}
