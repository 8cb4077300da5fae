import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP, FF_ENCODER_LIBMP3LAME } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Packet, Rational } from 'node-av/lib';
import { newStereoFrame, samplesIn } from '#src/audio/codec/sample-format.ts';
import { BIT_RATE, SAMPLE_RATE, SAMPLES_PER_FRAME } from '#src/audio/mp3/broadcast-format.ts';

/** Beats a minute of what it plays. */
const BEAT_SAMPLES = SAMPLE_RATE / 2;

/**
 * Music with beats as MP3 frames of the broadcast format, by an encoder that saves bits up for the hits: most
 * frames refer to earlier ones.
 */
export function reservoirFrames(seconds: number): Buffer[] {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBMP3LAME);
  if (!codec) throw new Error('this FFmpeg cannot encode MP3');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = SAMPLE_RATE;
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
  encoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  encoder.timeBase = new Rational(1, SAMPLE_RATE);
  encoder.bitRate = BigInt(BIT_RATE);
  FFmpegError.throwIfError(encoder.open2Sync(codec), 'open the MP3 encoder');
  const frame = newStereoFrame(SAMPLES_PER_FRAME);
  const { left, right } = samplesIn(frame);
  const packet = new Packet();
  packet.alloc();
  const frames: Buffer[] = [];
  const drain = () => {
    while (encoder.receivePacketSync(packet) >= 0) {
      if (packet.data) frames.push(Buffer.from(packet.data));
      packet.unref();
    }
  };
  const noise = whiteNoise();
  for (let at = 0; at < seconds * SAMPLE_RATE; at += SAMPLES_PER_FRAME) {
    for (let index = 0; index < SAMPLES_PER_FRAME; index += 1) {
      const sample = at + index;
      const hit = Math.exp(-(sample % BEAT_SAMPLES) / 3_000) * noise();
      const chord = [220, 277, 330].reduce(
        (sum, hertz) => sum + Math.sin((2 * Math.PI * hertz * sample) / SAMPLE_RATE),
        0,
      );
      left[index] = 0.15 * chord + 0.4 * hit;
      right[index] = 0.12 * chord + 0.3 * hit;
    }
    FFmpegError.throwIfError(encoder.sendFrameSync(frame), 'encode');
    drain();
  }
  FFmpegError.throwIfError(encoder.sendFrameSync(null), 'encode the end');
  drain();
  packet.free();
  frame.free();
  encoder.freeContext();
  return frames;
}

/** The same numbers between -1 and 1 each time (a linear congruential generator). */
function whiteNoise(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
