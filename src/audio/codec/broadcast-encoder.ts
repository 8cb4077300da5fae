import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_OPT_TYPE_INT,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_LIBMP3LAME,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, type Frame, Packet, Rational } from 'node-av/lib';
import { assertBroadcastFormat, BIT_RATE, SAMPLE_RATE } from '../mp3/broadcast-format.ts';
import { parseFrameHeader } from '../mp3/frame-header.ts';
import { Mp3FormatError } from '../mp3/mp3-format-error.ts';

/** LAME's own choice for a constant bit rate: all its noise shaping, a third slower than FFmpeg's default. */
const LAME_QUALITY = 3;
const BATCH_BYTES = 256 * 1024;

/**
 * Writes samples (planar floats, stereo, 44.1 kHz) to a file as bare frames of the broadcast format. The file is on the
 * disk when `finish` returns; the file system's errors (`ENOSPC`) come through.
 */
export class BroadcastEncoder implements Disposable {
  readonly #encoder = openLame();
  readonly #packet = new Packet();
  #file: number | null;
  #batch: Buffer[] = [];
  #batchBytes = 0;
  #frames = 0;
  #sizeBytes = 0;

  constructor(path: string) {
    this.#packet.alloc();
    this.#file = openSync(path, 'w');
  }

  /** Takes at most 1152 samples; fewer only at the end. */
  push(samples: Frame | null): void {
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(samples), 'encode');
    while (this.#encoder.receivePacketSync(this.#packet) >= 0) {
      this.#take(this.#packet.data);
      this.#packet.unref();
    }
  }

  finish(): { frames: number; sizeBytes: number } {
    this.push(null);
    this.#write();
    if (this.#file !== null) fsyncSync(this.#file);
    return { frames: this.#frames, sizeBytes: this.#sizeBytes };
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.#encoder.freeContext();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #take(bytes: Buffer | null): void {
    const header = bytes && parseFrameHeader(bytes, 0);
    if (!header || header.sizeBytes !== bytes.length) {
      throw new Mp3FormatError('broken', 'the encoder gave something else than one frame');
    }
    assertBroadcastFormat(header);
    this.#batch.push(Buffer.from(bytes));
    this.#batchBytes += bytes.length;
    this.#frames += 1;
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
  FFmpegError.throwIfError(encoder.open2Sync(codec), 'open the MP3 encoder');
  return encoder;
}
