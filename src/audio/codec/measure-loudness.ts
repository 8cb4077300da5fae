import { FilterAPI } from 'node-av/api';
import type { Frame } from 'node-av/lib';
import type { Loudness } from '../loudness/loudness.ts';
import { SAMPLE_RATE } from '../mp3/broadcast-format.ts';
import { AudioSource } from './audio-source.ts';
import { BROADCAST_SAMPLES } from './sample-format.ts';

const STEP_SAMPLES = SAMPLE_RATE / 10;

/** Below FFmpeg's absolute gate, where EBU R128 counts nothing. */
const GATE_LUFS = -70;

export interface MeasuredAudio extends Loudness {
  /** Seconds that were decoded. */
  seconds: number;
  /** Seconds that the file's own header claims; null when it claims nothing to be relied on. */
  declaredSeconds: number | null;
}

/**
 * Decodes a whole file and measures it as EBU R128 (R 128, Tech 3341) says, as the stereo at 44.1 kHz that it will be.
 * Blocks while it works.
 * @throws {AudioSourceError}
 */
export function measureLoudness(path: string): MeasuredAudio {
  using source = AudioSource.open(path);
  using meter = FilterAPI.create(
    `${BROADCAST_SAMPLES},asetnsamples=${STEP_SAMPLES},ebur128=peak=true:framelog=quiet:metadata=1`,
    { threads: 1 },
  );
  const momentaryLufs: number[] = [];
  let integrated = GATE_LUFS;
  let peak = 0;
  for (const next of meter.framesSync(source.frames())) {
    if (!next) continue;
    using frame: Frame = next;
    using values = frame.getMetadata();
    const read = (name: string) => Number(values.get(`lavfi.r128.${name}`) ?? Number.NaN);
    const momentary = read('M');
    if (Number.isNaN(momentary)) continue;
    momentaryLufs.push(momentary);
    integrated = read('I');
    peak = Math.max(peak, read('true_peak'));
  }
  return {
    integratedLufs: integrated > GATE_LUFS ? integrated : Number.NEGATIVE_INFINITY,
    truePeakDb: 20 * Math.log10(peak),
    momentaryLufs: Float32Array.from(momentaryLufs),
    seconds: source.decodedSeconds,
    declaredSeconds: source.declaredSeconds,
  };
}
