import { PieceEdges } from '#src/audio/edges/piece-edges.ts';
import { Leveller } from '#src/audio/loudness/leveller.ts';
import type { LoudnessPlan } from '#src/audio/loudness/loudness-policy.ts';
import { SAMPLES_PER_FRAME } from '#src/audio/mp3/broadcast-format.ts';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';
import { AudioSource } from './audio-source.ts';
import { BroadcastEncoder, CODING_DELAY } from './broadcast-encoder.ts';

/**
 * Samples from the start of a frame, as a decoder gives it in the middle of a stream, to the middle of the
 * stretch in which it takes over from the frame before: half of the overlap of two windows and half of the
 * filter bank's length (ISO/IEC 11172-3 §2.4.3.4). There a piece has its first sample, and the piece before
 * its last [R153].
 */
export const TAKE_OVER_SAMPLES = 288 + 240;
/** Frames that lead to a piece, for the encoder to get going. */
const LEAD_FRAMES = 2;
const LEAD_SAMPLES = LEAD_FRAMES * SAMPLES_PER_FRAME - CODING_DELAY + TAKE_OVER_SAMPLES;

export interface RenderOptions {
  source: string;
  loudness: LoudnessPlan;
  audioPath: string;
  /** The part that is rendered, in samples at 44.1 kHz; `end` exclusive. */
  part: { start: number; end: number };
}

export interface RenderedAudio {
  /** Where each frame begins in the file. */
  frameOffsets: Uint32Array;
  sizeBytes: number;
}

/**
 * Encodes a part of a file of any common format for broadcast, without delay and padding. Its last frame is
 * filled with how its sound would go on. Blocks while it works; after a failure the caller removes the
 * unfinished file.
 * @throws {AudioSourceError} and the file system's errors
 */
export function renderBroadcast({ source: path, loudness, audioPath, part }: RenderOptions): RenderedAudio {
  using source = AudioSource.open(path);
  using encoder = new BroadcastEncoder(audioPath, { leadFrames: LEAD_FRAMES });
  const leveller = new Leveller(loudness);
  const edges = new PieceEdges(LEAD_SAMPLES);
  const encode = (pcm: StereoPcm) => {
    for (const piece of edges.push(pcm)) encoder.push(piece);
  };
  for (const block of partOf(source.samples(), part)) encode(leveller.push(block));
  encode(leveller.finish());
  return encoder.finish(edges.finish(), edges.frames);
}

/** Reads on to the end even so: a file that is damaged behind its part is damaged. */
function* partOf(blocks: Iterable<StereoPcm>, { start, end }: RenderOptions['part']): Generator<StereoPcm> {
  let at = 0;
  for (const { left, right } of blocks) {
    const from = Math.min(left.length, Math.max(0, start - at));
    const until = Math.min(left.length, Math.max(0, end - at));
    if (until > from) yield { left: left.subarray(from, until), right: right.subarray(from, until) };
    at += left.length;
  }
}
