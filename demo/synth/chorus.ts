import { SAMPLE_RATE, type StereoPcm } from './stereo.ts';

/** Widens a sound with two slowly moving delays, one a side. `depth` 0…1, `hz` the speed of the movement. */
export function applyChorus(sound: StereoPcm, depth: number, hz: number): void {
  chorusSide(sound.left, depth, hz, 0);
  chorusSide(sound.right, depth, hz, 0.5);
}

const LINE = 2048;
const MIDDLE_SAMPLES = 620;
const SWING_SAMPLES = 240;
const BLOCK = 64;

function chorusSide(samples: Float32Array, depth: number, hz: number, phase: number): void {
  const line = new Float32Array(LINE);
  const swing = SWING_SAMPLES * Math.min(1, depth * 1.5);
  const wet = 0.5 * depth;
  let write = 0;
  let delay = MIDDLE_SAMPLES + swing * Math.sin(2 * Math.PI * phase);
  for (let from = 0; from < samples.length; from += BLOCK) {
    const to = Math.min(samples.length, from + BLOCK);
    const target = MIDDLE_SAMPLES + swing * Math.sin(2 * Math.PI * (phase + (to * hz) / SAMPLE_RATE));
    const step = (target - delay) / (to - from);
    for (let i = from; i < to; i++) {
      delay += step;
      const input = samples[i] ?? 0;
      line[write] = input;
      const whole = delay | 0;
      const near = line[(write - whole) & (LINE - 1)] ?? 0;
      const far = line[(write - whole - 1) & (LINE - 1)] ?? 0;
      samples[i] = input * (1 - wet * 0.5) + (near + (far - near) * (delay - whole)) * wet;
      write = (write + 1) & (LINE - 1);
    }
  }
}
