import type { MPEGDecoder } from 'mpg123-decoder';
import { parseFrameHeader } from '#src/audio/mp3/frame-header.ts';

/** What is decoded of a check, three seconds: enough to know silence from a rest, little enough for every minute. */
const DECODED_BYTES = 48_000;
/** Below this nobody hears anything. */
const QUIET = 10 ** (-60 / 20);
/** Frames behind each other that are believed to be some. */
const FRAMES_IN_A_ROW = 3;
/** A decoder's first samples lack what stood before. */
const SKIPPED_SAMPLES = 4 * 1152;
/** Players cut off what is beyond. */
const FULL = 1;

export interface Level {
  /** Mean level of both channels, decibels below full scale; -99 for nothing at all. */
  readonly levelDb: number;
  /** The longest stretch without sound. */
  readonly quietMs: number;
  /** How long the sound is that was decoded. */
  readonly decodedMs: number;
  /** Share of samples beyond full scale, which players cut off. */
  readonly clipped: number;
  /** Frames that could not be decoded. */
  readonly broken: number;
}

/**
 * Kept from one check to the next: a new one each minute made V8 compile it anew and go through the whole heap, which
 * cost ten times what decoding does. Null before the first one, and after one that failed.
 */
let kept: MPEGDecoder | null = null;

/**
 * Decodes the end of some MP3 sound. It loads the decoder when it is first called, which takes less than half the memory
 * of the import's.
 * @param sound beginning anywhere
 */
export async function measureLevel(sound: Buffer): Promise<Level> {
  // From here on nothing is waited for, so that several at once never share one.
  const decoder = kept ?? (await openDecoder());
  if (kept === decoder) kept = null;
  const { channelData, sampleRate, errors } = decodeInSilence(
    decoder,
    wholeFrames(sound.subarray(-DECODED_BYTES)),
  );
  // What stumbled once may be in the middle of something.
  if (kept === null && errors.length === 0) kept = decoder;
  else decoder.free();
  const settled = channelData.map((samples) => samples.subarray(SKIPPED_SAMPLES));
  return { ...levelOf(settled, sampleRate), broken: errors.length };
}

/** What the decoder prints of broken sound would be errors in the log that nobody can mend: `errors` counts them. */
function decodeInSilence(decoder: MPEGDecoder, frames: Buffer): ReturnType<MPEGDecoder['decode']> {
  const { error } = console;
  console.error = () => {};
  try {
    return decoder.decode(frames);
  } finally {
    console.error = error;
  }
}

async function openDecoder(): Promise<MPEGDecoder> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  return decoder;
}

/**
 * What begins with a frame and ends with one; nothing where there is none. A decoder takes the end of a cut-off one for
 * noise, and goes on from its beginning with the next check.
 */
function wholeFrames(sound: Buffer): Buffer {
  for (let from = 0; from < sound.length; from += 1) {
    const { count, end, isCutOff } = frameRow(sound, from);
    if (count >= FRAMES_IN_A_ROW) return sound.subarray(from, isCutOff ? end : undefined);
  }
  return sound.subarray(0, 0);
}

/** How many frames follow one another from there on, and whether the sound ends in the middle of the next. */
function frameRow(sound: Buffer, from: number): { count: number; end: number; isCutOff: boolean } {
  for (let count = 0, end = from; ; count += 1) {
    const header = parseFrameHeader(sound, end);
    const next = end + (header?.sizeBytes ?? 0);
    if (header === null || next > sound.length) return { count, end, isCutOff: header !== null };
    end = next;
  }
}

/** Plain loops over the two channels: what walks through lists here costs three times the decoder. */
function levelOf(channels: readonly Float32Array[], sampleRate: number): Omit<Level, 'broken'> {
  const left = channels[0] ?? new Float32Array();
  const right = channels[1] ?? left;
  let power = 0;
  let clipped = 0;
  let quiet = 0;
  let longestQuiet = 0;
  for (let at = 0; at < left.length; at += 1) {
    const one = Math.abs(left[at] ?? 0);
    const other = Math.abs(right[at] ?? 0);
    power += one * one + other * other;
    if (one > FULL) clipped += 1;
    if (other > FULL) clipped += 1;
    quiet = one < QUIET && other < QUIET ? quiet + 1 : 0;
    if (quiet > longestQuiet) longestQuiet = quiet;
  }
  const count = Math.max(1, 2 * left.length);
  return {
    levelDb: Math.max(-99, Math.round(100 * Math.log10(power / count)) / 10),
    quietMs: Math.round((longestQuiet * 1000) / Math.max(1, sampleRate)),
    decodedMs: Math.round((left.length * 1000) / Math.max(1, sampleRate)),
    clipped: clipped / count,
  };
}
