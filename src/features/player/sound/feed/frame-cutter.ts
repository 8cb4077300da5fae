/** Bytes of a frame on air without its padding byte: MPEG-1 layer III, 44.1 kHz, 128 kbit/s. */
const FRAME_BYTES = 417;
/** Sound of one frame. */
export const FRAME_SECONDS = 1152 / 44_100;
export const FRAME_MS = FRAME_SECONDS * 1000;
/** Tolerance in frames of an instant that has been divided and multiplied. */
const ROUNDING = 1e-4;

/**
 * The instant at which a frame begins, with its fraction: the radio tells the first whole millisecond of it, and its
 * frames lie on one grid from the Unix epoch on. Of any other radio the instant as it is.
 */
export function exactInstant(toldMs: number): number {
  const exactMs = Math.floor(toldMs / FRAME_MS + ROUNDING) * FRAME_MS;
  return toldMs - exactMs < 1 ? exactMs : toldMs;
}

/** What is fetched is no frames of the radio: somebody else answers. */
export class NoFrames extends Error {
  override readonly name = 'NoFrames';
}

/** Cuts what arrives in pieces of any size into whole frames, the first byte of all being a frame's first. */
export class FrameCutter {
  #rest = new Uint8Array(0);

  /**
   * Returns the frames that are whole by now, in order.
   * @throws {NoFrames} when there is anything else between two of them
   */
  cut(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    const frames: Uint8Array<ArrayBuffer>[] = [];
    let at = 0;
    while (at + 3 <= all.length) {
      const [sync, version, rate] = all.subarray(at, at + 3);
      // Sync, MPEG-1 layer III with or without CRC; 128 kbit/s at 44.1 kHz.
      if (sync !== 0xff || ((version ?? 0) & 0xfe) !== 0xfa || ((rate ?? 0) & 0xfc) !== 0x90)
        throw new NoFrames(`no frame at byte ${at} of ${all.length}`);
      const end = at + FRAME_BYTES + (((rate ?? 0) >> 1) & 1);
      if (end > all.length) break;
      frames.push(all.slice(at, end));
      at = end;
    }
    this.#rest = all.slice(at);
    return frames;
  }
}
