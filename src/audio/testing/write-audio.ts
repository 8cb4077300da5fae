import { FilterAPI } from 'node-av/api';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLT,
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVORBIS,
  FF_ENCODER_PCM_S16LE,
} from 'node-av/constants';
import {
  avGetSampleFmtFromName,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
  Rational,
} from 'node-av/lib';
import { z } from 'zod';

/** The formats a station's library comes in, by file ending, and how FFmpeg makes each. */
const SOURCE_FORMATS = {
  mp3: { encoder: FF_ENCODER_LIBMP3LAME, samples: 's16p', rate: 48_000 },
  flac: { encoder: FF_ENCODER_FLAC, samples: 's16', rate: 44_100 },
  ogg: { encoder: FF_ENCODER_LIBVORBIS, samples: 'fltp', rate: 44_100 },
  opus: { encoder: FF_ENCODER_LIBOPUS, samples: 'flt', rate: 48_000 },
  m4a: { encoder: FF_ENCODER_AAC, samples: 'fltp', rate: 44_100 },
  wav: { encoder: FF_ENCODER_PCM_S16LE, samples: 's16', rate: 22_050 },
} as const;
const sourceFormatSchema = z.enum(['mp3', 'flac', 'ogg', 'opus', 'm4a', 'wav']);
export type SourceFormat = z.infer<typeof sourceFormatSchema>;

const SAMPLE_RATE = 44_100;

export interface Sound {
  seconds: number;
  /** Different ones sound, and hash, differently. */
  seed?: number;
  /** Full scale is 1. */
  amplitude?: number;
  /** Amplitude at a time, in place of a constant one. */
  shape?: (second: number) => number;
}

/**
 * Makes a piece of noisy chords and writes it in the format that the path's ending names, as any other
 * program would.
 */
export function writeAudio(path: string, sound: Sound, tags: Record<string, string> = {}): void {
  const format = SOURCE_FORMATS[sourceFormatSchema.parse(path.slice(path.lastIndexOf('.') + 1))];
  const encoder = new CodecContext();
  const output = new FormatContext();
  using packet = new Packet();
  packet.alloc();
  FFmpegError.throwIfError(output.allocOutputContext2(null, null, path), 'prepare');
  openEncoder(encoder, format);
  const stream = output.newStream(null);
  FFmpegError.throwIfError(stream.codecpar.fromContext(encoder), 'describe');
  stream.timeBase = encoder.timeBase;
  using metadata = Dictionary.fromObject(tags);
  output.metadata = metadata;
  FFmpegError.throwIfError(output.openOutputSync(), 'create');
  FFmpegError.throwIfError(output.writeHeaderSync(), 'begin');
  const chain = `aformat=sample_fmts=${format.samples}:sample_rates=${format.rate}:channel_layouts=stereo`;
  const frameSamples = encoder.frameSize || 1024;
  using filter = FilterAPI.create(`${chain},asetnsamples=n=${frameSamples}:p=0`);
  for (const frame of filter.framesSync(synthesise(sound))) {
    FFmpegError.throwIfError(encoder.sendFrameSync(frame), 'encode');
    frame?.free();
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.rescaleTs(encoder.timeBase, stream.timeBase);
      FFmpegError.throwIfError(output.writeFrameSync(packet), 'write');
      packet.unref();
    }
  }
  FFmpegError.throwIfError(output.writeTrailerSync(), 'end');
  output.closeOutputSync();
  output.freeContext();
  encoder.freeContext();
}

function openEncoder(encoder: CodecContext, format: (typeof SOURCE_FORMATS)[SourceFormat]): void {
  const codec = Codec.findEncoderByName(format.encoder);
  if (!codec) throw new Error(`this FFmpeg has no ${format.encoder}`);
  encoder.allocContext3(codec);
  encoder.sampleRate = format.rate;
  encoder.sampleFormat = avGetSampleFmtFromName(format.samples);
  encoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  encoder.timeBase = new Rational(1, format.rate);
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  FFmpegError.throwIfError(encoder.open2Sync(codec), 'open the encoder');
}

function* synthesise({
  seconds,
  seed = 1,
  amplitude = 0.3,
  shape = () => amplitude,
}: Sound): Generator<Frame | null> {
  const total = Math.round(seconds * SAMPLE_RATE);
  let noise = seed * 7919 + 1;
  for (let from = 0; from < total; from += SAMPLE_RATE) {
    const count = Math.min(SAMPLE_RATE, total - from);
    const samples = new Float32Array(count * 2);
    for (let i = 0; i < count; i += 1) {
      const t = (from + i) / SAMPLE_RATE;
      noise = (Math.imul(noise, 1_103_515_245) + 12_345) & 0x7fffffff;
      const tone =
        Math.sin(2 * Math.PI * (180 + 13 * seed) * t) + Math.sin(2 * Math.PI * (270 + 7 * seed) * t);
      const level = shape(t);
      samples[i * 2] = level * (0.4 * tone + 0.2 * (noise / 0x3fffffff - 1));
      samples[i * 2 + 1] = level * (0.4 * tone - 0.2 * (noise / 0x3fffffff - 1));
    }
    yield Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
      nbSamples: count,
      format: AV_SAMPLE_FMT_FLT,
      sampleRate: SAMPLE_RATE,
      channelLayout: AV_CHANNEL_LAYOUT_STEREO,
      timeBase: { num: 1, den: SAMPLE_RATE },
      pts: BigInt(from),
    });
  }
  yield null;
}

/** Writes the same coded audio anew with other tags, as a tag editor does. */
export function writeRetagged(from: string, to: string, tags: Record<string, string>): void {
  const input = new FormatContext();
  const output = new FormatContext();
  using packet = new Packet();
  packet.alloc();
  using metadata = Dictionary.fromObject(tags);
  FFmpegError.throwIfError(input.openInputSync(from), 'open');
  FFmpegError.throwIfError(input.findStreamInfoSync(), 'look');
  FFmpegError.throwIfError(output.allocOutputContext2(null, null, to), 'prepare');
  const stream = input.streams[0];
  if (!stream) throw new Error(`no stream in ${from}`);
  FFmpegError.throwIfError(stream.codecpar.copy(output.newStream(null).codecpar), 'copy parameters');
  output.metadata = metadata;
  FFmpegError.throwIfError(output.openOutputSync(), 'create');
  FFmpegError.throwIfError(output.writeHeaderSync(), 'begin');
  const target = output.streams[0];
  while (input.readFrameSync(packet) >= 0) {
    if (target) packet.rescaleTs(stream.timeBase, target.timeBase);
    FFmpegError.throwIfError(output.writeFrameSync(packet), 'write');
    packet.unref();
  }
  FFmpegError.throwIfError(output.writeTrailerSync(), 'end');
  output.closeOutputSync();
  output.freeContext();
  input.closeInputSync();
}
