import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_INT,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_LIBMP3LAME,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, type Frame, Packet, Rational } from 'node-av/lib';
import {
  assertBroadcastFormat,
  BIT_RATE,
  Mp3FormatError,
  SAMPLE_RATE,
  SAMPLES_PER_FRAME,
} from '#src/audio/mp3/broadcast-format.ts';
import { parseFrameHeader } from '#src/audio/mp3/frame-header.ts';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';
import { newStereoFrame, samplesIn } from './sample-format.ts';

/**
 * LAME's quality: all of its noise shaping but the slowest searches, which would gain a quarter of a decibel
 * of noise (decision 019).
 */
const LAME_QUALITY = 5;
const BATCH_BYTES = 256 * 1024;

/** Samples from what LAME is given to what a decoder gives. */
export const CODING_DELAY = 1105;

/**
 * Writes samples to a file as bare frames of the broadcast format, each of which stands alone: none refers to
 * bytes of the one before [R152]. The file is on the disk when `finish` returns; the file system's errors
 * (`ENOSPC`) come through.
 */
export class BroadcastEncoder implements Disposable {
  readonly #encoder = openLame();
  readonly #packet = new Packet();
  #file: number | null;
  #batch: Buffer[] = [];
  #batchBytes = 0;
  readonly #frameOffsets: number[] = [];
  /** Filled, encoded and filled again: LAME copies what it is given. */
  readonly #frame = newStereoFrame(SAMPLES_PER_FRAME);
  readonly #samples = samplesIn(this.#frame);
  #filled = 0;
  #sizeBytes = 0;
  /** Below zero: frames that are still to be left out. */
  #skipped: number;
  #keptMax = Number.POSITIVE_INFINITY;

  /** @param leadFrames frames at the start that are not kept */
  constructor(path: string, { leadFrames = 0 } = {}) {
    this.#skipped = -leadFrames;
    this.#packet.alloc();
    this.#file = openSync(path, 'w');
  }

  push({ left, right }: StereoPcm): void {
    for (let at = 0; at < left.length; ) {
      const count = Math.min(SAMPLES_PER_FRAME - this.#filled, left.length - at);
      this.#samples.left.set(left.subarray(at, at + count), this.#filled);
      this.#samples.right.set(right.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === SAMPLES_PER_FRAME) this.#encodeHeld();
    }
  }

  /** Encodes the rest; `frames` are kept in all, and what comes behind them is not. */
  finish(rest: readonly StereoPcm[], frames: number): { frameOffsets: Uint32Array; sizeBytes: number } {
    this.#keptMax = frames;
    for (const pcm of rest) this.push(pcm);
    if (this.#filled > 0) this.#encodeHeld();
    this.#encode(null);
    this.#write();
    if (this.#file !== null) fsyncSync(this.#file);
    return { frameOffsets: Uint32Array.from(this.#frameOffsets), sizeBytes: this.#sizeBytes };
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.#frame.free();
    this.#encoder.freeContext();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #encodeHeld(): void {
    if (this.#filled < SAMPLES_PER_FRAME) this.#frame.nbSamples = this.#filled;
    this.#encode(this.#frame);
    this.#filled = 0;
    if (!this.#frame.isWritable) throw new Error('the encoder holds on to its input');
  }

  #encode(frame: Frame | null): void {
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(frame), 'encode');
    while (this.#encoder.receivePacketSync(this.#packet) >= 0) {
      this.#take(this.#packet.data);
      this.#packet.unref();
    }
  }

  #take(bytes: Buffer | null): void {
    const header = bytes && parseFrameHeader(bytes, 0);
    if (!header || header.sizeBytes !== bytes.length) {
      throw new Mp3FormatError('broken', 'the encoder gave something else than one frame');
    }
    assertBroadcastFormat(header);
    if (this.#skipped < 0) {
      this.#skipped += 1;
      return;
    }
    if (this.#frameOffsets.length >= this.#keptMax) return;
    this.#frameOffsets.push(this.#sizeBytes + this.#batchBytes);
    this.#batch.push(Buffer.from(bytes));
    this.#batchBytes += bytes.length;
    if (this.#batchBytes >= BATCH_BYTES) this.#write();
  }

  #write(): void {
    if (this.#file === null) return;
    const bytes = Buffer.concat(this.#batch);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#sizeBytes += bytes.length;
    this.#batch = [];
    this.#batchBytes = 0;
  }
}

function openLame(): CodecContext {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBMP3LAME);
  if (!codec) throw new Error('this FFmpeg cannot encode MP3');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = SAMPLE_RATE;
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
  encoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  encoder.timeBase = new Rational(1, SAMPLE_RATE);
  encoder.bitRate = BigInt(BIT_RATE);
  // Not by a dictionary to open2: that one is freed twice, which ends the process at some later collection.
  encoder.setOption('compression_level', LAME_QUALITY, AV_OPT_TYPE_INT);
  const reservoir = encoder.setOption('reservoir', 0, AV_OPT_TYPE_INT, AV_OPT_SEARCH_CHILDREN);
  FFmpegError.throwIfError(reservoir, 'set up the MP3 encoder');
  FFmpegError.throwIfError(encoder.open2Sync(codec), 'open the MP3 encoder');
  return encoder;
}
