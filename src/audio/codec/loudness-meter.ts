import './quiet-library.ts';
import { FilterAPI } from 'node-av/api';
import type { Dictionary } from 'node-av/lib';
import type { Loudness } from '#src/audio/loudness/loudness.ts';
import { TruePeakMeter } from '#src/audio/loudness/true-peak-meter.ts';
import { SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { newStereoFrame, samplesIn } from './sample-format.ts';
import type { StereoPcm } from './stereo-pcm.ts';

const STEP_SAMPLES = SAMPLE_RATE / 10;
/** Below FFmpeg's absolute gate, where EBU R128 counts nothing. */
const GATE_LUFS = -70;

/** Measures stereo at 44.1 kHz as EBU R128 (R 128, Tech 3341) says. */
export class LoudnessMeter implements Disposable {
  readonly #filter = FilterAPI.create(`asetnsamples=${STEP_SAMPLES},ebur128=framelog=quiet:metadata=1`, {
    threads: 1,
  });
  readonly #left = new TruePeakMeter();
  readonly #right = new TruePeakMeter();
  readonly #momentaryLufs: number[] = [];
  #integrated = GATE_LUFS;
  #samples = 0;

  push({ left, right }: StereoPcm): void {
    if (left.length === 0) return;
    this.#left.push(left);
    this.#right.push(right);
    using frame = newStereoFrame(left.length);
    const target = samplesIn(frame);
    target.left.set(left);
    target.right.set(right);
    frame.pts = BigInt(this.#samples);
    this.#samples += left.length;
    for (using measured of this.#filter.processAllSync(frame)) this.#read(measured.getMetadata());
  }

  finish(): Loudness {
    this.#filter.flushSync();
    for (using measured of this.#filter.flushFramesSync()) this.#read(measured.getMetadata());
    return {
      integratedLufs: this.#integrated > GATE_LUFS ? this.#integrated : Number.NEGATIVE_INFINITY,
      truePeakDb: Math.max(this.#left.finish(), this.#right.finish()),
      momentaryLufs: Float32Array.from(this.#momentaryLufs),
    };
  }

  [Symbol.dispose](): void {
    this.#filter.close();
  }

  #read(values: Dictionary): void {
    const momentary = Number(values.get('lavfi.r128.M') ?? Number.NaN);
    if (!Number.isNaN(momentary)) {
      this.#momentaryLufs.push(momentary);
      this.#integrated = Number(values.get('lavfi.r128.I'));
    }
    values.free();
  }
}
