import {
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
  Rational,
} from 'node-av';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_INT,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S16P,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
} from 'node-av/constants';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';

const SAMPLE_RATE = 44_100;
const MP3_BITS_PER_SECOND = 128_000n;

/** FFmpeg's common keys: artist, title, album, genre, date, comment. */
export type Tags = Readonly<Record<string, string>>;

/**
 * Writes a tagged FLAC file of 16 bits. `path` need not end in `.flac`, so that a temporary name can be used.
 * @throws {FFmpegError} when the folder is missing or the disk is full; the file is then incomplete
 */
export function encodeFile(path: string, pcm: StereoPcm, tags: Tags): void {
  using encoder = openEncoder('flac');
  const output = new FormatContext();
  try {
    beginOutput(output, path, tags, encoder);
    encodePackets(encoder, pcm, (packet) => {
      packet.streamIndex = 0;
      check(output.interleavedWriteFrameSync(packet), `write ${path}`);
    });
    check(output.writeTrailerSync(), `finish ${path}`);
  } finally {
    output.closeOutputSync();
    output.freeContext();
  }
}

/**
 * Encodes the bare MP3 frames of a piece (constant 128 kbit/s, no information frame), each decodable without
 * the ones before it: what a loop is cut from. The first frames carry the encoder's delay of about 1100
 * samples.
 */
export function encodeMp3Frames(pcm: StereoPcm): Uint8Array[] {
  using encoder = openEncoder('mp3');
  const frames: Uint8Array[] = [];
  encodePackets(encoder, pcm, (packet) => {
    if (packet.data) frames.push(Uint8Array.from(packet.data));
  });
  return frames;
}

function openEncoder(format: 'flac' | 'mp3'): CodecContext {
  const codec = Codec.findEncoderByName(format === 'flac' ? FF_ENCODER_FLAC : FF_ENCODER_LIBMP3LAME);
  if (!codec) throw new Error(`This FFmpeg has no ${format} encoder`);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = SAMPLE_RATE;
  encoder.sampleFormat = format === 'flac' ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_S16P;
  encoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  encoder.timeBase = new Rational(1, SAMPLE_RATE);
  encoder.threadCount = 1;
  if (format === 'mp3') {
    encoder.bitRate = MP3_BITS_PER_SECOND;
    check(
      encoder.setOption('reservoir', 0, AV_OPT_TYPE_INT, AV_OPT_SEARCH_CHILDREN),
      'set up the mp3 encoder',
    );
  }
  check(encoder.open2Sync(codec), `open the ${format} encoder`);
  return encoder;
}

function beginOutput(output: FormatContext, path: string, tags: Tags, encoder: CodecContext): void {
  check(output.allocOutputContext2(null, 'flac', path), `prepare ${path}`);
  const stream = output.newStream(null);
  check(stream.codecpar.fromContext(encoder), `describe ${path}`);
  stream.timeBase = new Rational(1, SAMPLE_RATE);
  using metadata = Dictionary.fromObject({ ...tags });
  output.metadata = metadata;
  check(output.openOutputSync(), `create ${path}`);
  check(output.writeHeaderSync(), `begin ${path}`);
}

function encodePackets(encoder: CodecContext, pcm: StereoPcm, take: (packet: Packet) => void): void {
  using packet = new Packet();
  packet.alloc();
  const drain = () => {
    while (encoder.receivePacketSync(packet) >= 0) {
      take(packet);
      packet.unref();
    }
  };
  for (let at = 0; at < pcm.left.length; at += encoder.frameSize) {
    using frame = frameOf(encoder, pcm, at);
    check(encoder.sendFrameSync(frame), 'encode');
    drain();
  }
  check(encoder.sendFrameSync(null), 'encode the end');
  drain();
}

function frameOf(encoder: CodecContext, pcm: StereoPcm, at: number): Frame {
  const length = Math.min(encoder.frameSize, pcm.left.length - at);
  const samples = new Int16Array(length * 2);
  const planar = encoder.sampleFormat === AV_SAMPLE_FMT_S16P;
  const [step, right] = planar ? [1, length] : [2, 1];
  for (let i = 0; i < length; i++) {
    samples[i * step] = toInt16(pcm.left[at + i] ?? 0);
    samples[i * step + right] = toInt16(pcm.right[at + i] ?? 0);
  }
  return Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
    nbSamples: length,
    format: encoder.sampleFormat,
    sampleRate: SAMPLE_RATE,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    timeBase: { num: 1, den: SAMPLE_RATE },
    pts: BigInt(at),
  });
}

function toInt16(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
}

function check(code: number, action: string): void {
  FFmpegError.throwIfError(code, `Could not ${action}`);
}
