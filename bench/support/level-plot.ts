import { SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';

const STEPS_A_SECOND = 4;
const BARS = ' ▁▂▃▄▅▆▇█';
/** The quietest bar that is none. */
const FLOOR_DB = -60;

/** Levels over time, a quarter of a second a sign, each second behind a bar of the table. */
export function levelsOf(samples: Float32Array): string {
  const step = SAMPLE_RATE / STEPS_A_SECOND;
  const signs = Array.from({ length: Math.floor(samples.length / step) }, (_, at) => {
    const part = samples.subarray(at * step, (at + 1) * step);
    const power = part.reduce((sum, sample) => sum + sample * sample, 0) / step;
    const share = 1 - (10 * Math.log10(power || 1e-12)) / FLOOR_DB;
    return BARS[Math.max(0, Math.min(BARS.length - 1, Math.ceil(share * (BARS.length - 1))))] ?? ' ';
  });
  const seconds = Math.ceil(signs.length / STEPS_A_SECOND);
  return Array.from({ length: seconds }, (_, second) =>
    signs.slice(second * STEPS_A_SECOND, (second + 1) * STEPS_A_SECOND).join(''),
  ).join('|');
}
