import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { FFmpegError, type Frame, SoftwareResampleContext } from 'node-av/lib';
import { SAMPLE_RATE } from '../mp3/broadcast-format.ts';
import { AudioSourceError } from './audio-source-error.ts';
import { sampleFormatOf } from './sample-format.ts';
import type { StereoPcm } from './stereo-pcm.ts';

/** A second, so that what is done for each block costs nothing. */
const BLOCK_SAMPLES = SAMPLE_RATE;
const SAMPLE_BYTES = Float32Array.BYTES_PER_ELEMENT;

/** Brings decoded frames of any rate, format and number of channels, also of changing ones, to stereo at 44.1 kHz. */
export class StereoConverter implements Disposable {
  #left = new Float32Array(BLOCK_SAMPLES);
  #right = new Float32Array(BLOCK_SAMPLES);
  #held = 0;
  #resampler: SoftwareResampleContext | null = null;
  #format = -1;
  #rate = 0;
  #channels = 0;

  /** The blocks that are full; each is good until the next one is asked for. @throws {AudioSourceError} */
  *push(frame: Frame): Generator<StereoPcm> {
    const { format, sampleRate, channels } = frame;
    if (format !== this.#format || sampleRate !== this.#rate || channels !== this.#channels) {
      yield* this.#drain();
      this.#resampler = resamplerFor(frame);
      this.#format = format;
      this.#rate = sampleRate;
      this.#channels = channels;
    }
    yield* this.#convert(frame.extendedData, frame.nbSamples);
  }

  /** What is left. */
  *finish(): Generator<StereoPcm> {
    yield* this.#drain();
    if (this.#held > 0) yield this.#take();
  }

  [Symbol.dispose](): void {
    this.#resampler?.free();
    this.#resampler = null;
  }

  *#drain(): Generator<StereoPcm> {
    if (this.#resampler === null) return;
    yield* this.#convert(null, 0);
    this.#resampler.free();
    this.#resampler = null;
  }

  *#convert(data: Buffer[] | null, samples: number): Generator<StereoPcm> {
    const resampler = this.#resampler;
    if (resampler === null) return;
    const most = resampler.getOutSamples(samples);
    if (this.#held + most > this.#left.length) {
      if (this.#held > 0) yield this.#take();
      this.#makeRoomFor(most);
    }
    const room = this.#left.length - this.#held;
    const target = [bytesFrom(this.#left, this.#held), bytesFrom(this.#right, this.#held)];
    const given = resampler.convertSync(target, room, data, samples);
    FFmpegError.throwIfError(given, 'convert');
    this.#held += given;
  }

  #makeRoomFor(samples: number): void {
    if (samples <= this.#left.length) return;
    this.#left = new Float32Array(samples);
    this.#right = new Float32Array(samples);
  }

  #take(): StereoPcm {
    const block = { left: this.#left.subarray(0, this.#held), right: this.#right.subarray(0, this.#held) };
    this.#held = 0;
    return block;
  }
}

function resamplerFor(frame: Frame): SoftwareResampleContext {
  const { channelLayout, sampleRate, channels } = frame;
  const resampler = new SoftwareResampleContext();
  const output = [AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP, SAMPLE_RATE] as const;
  const format = sampleFormatOf(frame);
  const isKnown =
    format !== null && resampler.allocSetOpts2(...output, channelLayout, format, sampleRate) >= 0;
  if (isKnown && resampler.init() >= 0) return resampler;
  resampler.free();
  throw new AudioSourceError(
    'not-audio',
    `cannot be made stereo: it has ${channels} channels at ${sampleRate} Hz`,
  );
}

function bytesFrom(samples: Float32Array, at: number): Buffer {
  return Buffer.from(samples.buffer, at * SAMPLE_BYTES, (samples.length - at) * SAMPLE_BYTES);
}
