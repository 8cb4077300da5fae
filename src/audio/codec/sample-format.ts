import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { FFmpegError, Frame, Rational } from 'node-av/lib';
import { SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';

/** Makes an empty frame of planar floats, stereo at 44.1 kHz; the caller frees it. */
export function newStereoFrame(samples: number): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = SAMPLE_RATE;
  frame.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  frame.timeBase = new Rational(1, SAMPLE_RATE);
  frame.nbSamples = samples;
  FFmpegError.throwIfError(frame.getBuffer(), 'make a frame');
  return frame;
}

/** Returns the samples of a frame, to be written or read as long as the frame lives. */
export function samplesIn(frame: Frame): StereoPcm {
  const [left, right] = frame.data ?? [];
  if (!left || !right) throw new Error('a frame without stereo samples');
  return { left: floatsIn(left, frame.nbSamples), right: floatsIn(right, frame.nbSamples) };
}

function floatsIn(bytes: Buffer, samples: number): Float32Array {
  return new Float32Array(bytes.buffer, bytes.byteOffset, samples);
}
