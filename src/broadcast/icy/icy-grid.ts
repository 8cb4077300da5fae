import { ID3_PADDING_MIN_BYTES, id3Padding } from '#src/audio/mp3/id3-padding.ts';
import type { AudioRing } from '#src/broadcast/timeline/audio-ring.ts';

/** One length byte counts blocks of 16 bytes. */
const BLOCK_BYTES = 16;
const TITLE_BYTES_MAX = 255 * BLOCK_BYTES;
const OPENING = "StreamTitle='";
const CLOSING = "';";

/** The block that says "nothing new": a length byte of 0. */
const ICY_UNCHANGED = Buffer.of(0);

/**
 * Writes the metadata block of a title: length byte, `StreamTitle='…';` in UTF-8, zeros up to a multiple of
 * 16. The protocol knows no escape and players read up to the first `';`, so only that pair is broken up.
 */
export function icyTitleBlock(title: string): Buffer {
  const written = title
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll("';", '’;')
    .trim();
  const room = TITLE_BYTES_MAX - OPENING.length - CLOSING.length;
  const text = Buffer.from(`${OPENING}${cutToBytes(written, room)}${CLOSING}`);
  const blocks = Math.ceil(text.length / BLOCK_BYTES);
  const block = Buffer.alloc(1 + blocks * BLOCK_BYTES);
  block[0] = blocks;
  text.copy(block, 1);
  return block;
}

/** Cuts a text to a number of bytes of UTF-8, never within a character. */
function cutToBytes(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax));
  return text.slice(0, read);
}

/** [W58] Bytes of audio between two metadata blocks, as Icecast has it. */
export const ICY_INTERVAL = 16_000;

/** The first bytes that an ICY listener gets, and the frame with which their audio begins. */
export interface IcyBurst {
  bytes: Buffer;
  firstFrame: number;
}

/**
 * The metadata of a ring: a block behind every 16,000th byte of it. All who listen with metadata joined at
 * one of these points, so the same interleaved bytes fit each of them.
 */
export class IcyGrid {
  /** The points at which titles change, oldest first. */
  #changes: { point: number; block: Buffer }[] = [];
  #title: string | null = null;
  #nextPoint = 0;

  /**
   * Settles the title of all points up to the ring's head: each has that of the frame that it lies in, so that
   * no title comes before its sound.
   */
  advance(ring: AudioRing, titleAt: (frame: number) => string): void {
    for (; this.#nextPoint * ICY_INTERVAL <= ring.head; this.#nextPoint += 1) {
      const title = titleAt(ring.frameAt(this.#nextPoint * ICY_INTERVAL));
      if (title === this.#title) continue;
      this.#title = title;
      this.#changes.push({ point: this.#nextPoint, block: icyTitleBlock(title) });
    }
  }

  /** Forgets titles of points before `tail`, but for the one in force there. */
  forget(tail: number): void {
    const current = this.#changes.findLastIndex(({ point }) => point * ICY_INTERVAL <= tail);
    if (current > 0) this.#changes.splice(0, current);
  }

  /**
   * Returns the ring's bytes between two positions, with the blocks of the points in between (`to` included).
   */
  interleave(ring: AudioRing, from: number, to: number): Buffer {
    return Buffer.concat(this.#parts(ring, from, to, (point) => this.#blockAt(point)));
  }

  /**
   * Returns the first bytes for a listener who joins. They begin at the last point at or before `from`, carry
   * the whole title in the first block, and have a tag that decoders skip instead of the cut-off frame at
   * their head.
   */
  burst(ring: AudioRing, from: number, to: number): IcyBurst {
    const firstPoint = this.#joinPoint(ring, from);
    const start = firstPoint * ICY_INTERVAL;
    const firstFrame = firstWholeFrame(ring, start);
    const parts = this.#parts(ring, start, to, (point) =>
      point === firstPoint + 1 ? this.#titleAt(point) : this.#blockAt(point),
    );
    const bytes = Buffer.concat(parts);
    const padding = ring.positionOf(firstFrame) - start;
    if (padding > 0) id3Padding(padding).copy(bytes);
    return { bytes, firstFrame };
  }

  /**
   * Returns the last point at or before the position; while the ring is young, the first one that it holds.
   */
  #joinPoint(ring: AudioRing, position: number): number {
    const point = Math.floor(position / ICY_INTERVAL);
    const oldest = Math.ceil(ring.positionOf(ring.oldestFrame) / ICY_INTERVAL);
    if (point < oldest) return oldest;
    // A frame that begins right behind the point has no room for a tag in front of it.
    const isSkipped = ring.positionOf(firstWholeFrame(ring, point * ICY_INTERVAL)) > position;
    return isSkipped && point > oldest ? point - 1 : point;
  }

  #parts(ring: AudioRing, from: number, to: number, blockAt: (point: number) => Buffer): Buffer[] {
    const parts: Buffer[] = [];
    let at = from;
    for (let point = Math.floor(from / ICY_INTERVAL) + 1; point * ICY_INTERVAL <= to; point += 1) {
      parts.push(ring.slice(at, point * ICY_INTERVAL), blockAt(point));
      at = point * ICY_INTERVAL;
    }
    parts.push(ring.slice(at, to));
    return parts;
  }

  #blockAt(point: number): Buffer {
    return this.#changes.find((change) => change.point === point)?.block ?? ICY_UNCHANGED;
  }

  #titleAt(point: number): Buffer {
    return this.#changes.findLast((change) => change.point <= point)?.block ?? ICY_UNCHANGED;
  }
}

/** Returns the first frame that begins at the position, or far enough behind it for a padding tag. */
function firstWholeFrame(ring: AudioRing, position: number): number {
  let frame = ring.frameAt(position);
  const gap = () => ring.positionOf(frame) - position;
  while (frame < ring.headFrame && gap() !== 0 && gap() < ID3_PADDING_MIN_BYTES) frame += 1;
  return frame;
}
