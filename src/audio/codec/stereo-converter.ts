import {
  AV_CHANNEL_LAYOUT_2POINT1,
  AV_CHANNEL_LAYOUT_4POINT0,
  AV_CHANNEL_LAYOUT_5POINT0_BACK,
  AV_CHANNEL_LAYOUT_5POINT1_BACK,
  AV_CHANNEL_LAYOUT_6POINT1,
  AV_CHANNEL_LAYOUT_7POINT1,
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_UNSPEC,
  AVERROR_INPUT_CHANGED,
} from 'node-av/constants';
import { FFmpegError, type Frame, SoftwareResampleContext } from 'node-av/lib';
import { SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';
import { AudioSourceError } from './audio-source-error.ts';
import { newStereoFrame, samplesIn } from './sample-format.ts';

/** Length of a block: a second, so that the work for each block costs nothing. */
const BLOCK_SAMPLES = SAMPLE_RATE;
/** Most samples that one frame becomes; the rest waits in the resampler. */
const CONVERTED_SAMPLES = 4 * SAMPLE_RATE;

/**
 * Converts decoded frames of any rate, format and number of channels, even changing ones, to stereo at 44.1
 * kHz.
 */
export class StereoConverter implements Disposable {
  readonly #left = new Float32Array(BLOCK_SAMPLES);
  readonly #right = new Float32Array(BLOCK_SAMPLES);
  #held = 0;
  /** Used again and again: each call into the library costs as much as converting a few hundred samples. */
  readonly #converted = newStereoFrame(CONVERTED_SAMPLES);
  readonly #samples = samplesIn(this.#converted);
  #resampler: SoftwareResampleContext | null = null;

  /**
   * Yields the blocks that are full; each is good until the next one is asked for.
   * @throws {AudioSourceError}
   */
  *push(frame: Frame): Generator<StereoPcm> {
    layOut(frame);
    this.#resampler ??= this.#resamplerFor(frame);
    let count = this.#convert(this.#resampler, frame);
    if (count === null) {
      yield* this.#drain();
      this.#resampler = this.#resamplerFor(frame);
      count = this.#convert(this.#resampler, frame);
    }
    if (count === null) throw unusable(frame);
    yield* this.#keep(count);
  }

  /** Yields the rest. */
  *finish(): Generator<StereoPcm> {
    yield* this.#drain();
    if (this.#held > 0) yield this.#take();
  }

  [Symbol.dispose](): void {
    this.#resampler?.free();
    this.#resampler = null;
    this.#converted.free();
  }

  *#drain(): Generator<StereoPcm> {
    if (this.#resampler === null) return;
    for (;;) {
      const count = this.#convert(this.#resampler, null);
      if (!count) break;
      yield* this.#keep(count);
    }
    this.#resampler.free();
    this.#resampler = null;
  }

  /**
   * Converts a frame; returns how many samples came out, null when the frame is of another kind than those
   * before.
   */
  #convert(resampler: SoftwareResampleContext, frame: Frame | null): number | null {
    this.#converted.nbSamples = CONVERTED_SAMPLES;
    const code = resampler.convertFrame(this.#converted, frame);
    if (code === AVERROR_INPUT_CHANGED) return null;
    FFmpegError.throwIfError(code, 'convert');
    return this.#converted.nbSamples;
  }

  *#keep(count: number): Generator<StereoPcm> {
    const { left, right } = this.#samples;
    for (let at = 0; at < count; ) {
      const end = Math.min(count, at + BLOCK_SAMPLES - this.#held);
      this.#left.set(left.subarray(at, end), this.#held);
      this.#right.set(right.subarray(at, end), this.#held);
      this.#held += end - at;
      at = end;
      if (this.#held === BLOCK_SAMPLES) yield this.#take();
    }
  }

  #take(): StereoPcm {
    const block = { left: this.#left.subarray(0, this.#held), right: this.#right.subarray(0, this.#held) };
    this.#held = 0;
    return block;
  }

  #resamplerFor(frame: Frame): SoftwareResampleContext {
    const resampler = new SoftwareResampleContext();
    resampler.alloc();
    if (resampler.configFrame(this.#converted, frame) >= 0 && resampler.init() >= 0) return resampler;
    resampler.free();
    throw unusable(frame);
  }
}

function unusable({ channels, sampleRate }: Frame): AudioSourceError {
  const message = `cannot be made stereo: it has ${channels} channels at ${sampleRate} Hz`;
  return new AudioSourceError('not-audio', message);
}

/** The usual layout by number of channels, where the file names none, as most WAV files do. */
const USUAL_LAYOUTS = [
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_LAYOUT_2POINT1,
  AV_CHANNEL_LAYOUT_4POINT0,
  AV_CHANNEL_LAYOUT_5POINT0_BACK,
  AV_CHANNEL_LAYOUT_5POINT1_BACK,
  AV_CHANNEL_LAYOUT_6POINT1,
  AV_CHANNEL_LAYOUT_7POINT1,
];

/**
 * Gives a frame its layout. The resampler makes the same guess, but then takes every frame for another kind
 * than the one before.
 */
function layOut(frame: Frame): void {
  const { order, nbChannels } = frame.channelLayout;
  if (order !== AV_CHANNEL_ORDER_UNSPEC) return;
  frame.channelLayout = USUAL_LAYOUTS[nbChannels - 1] ?? frame.channelLayout;
}
