const OWNER = 'com.apple.streaming.transportStreamTimestamp\0';
const HEADER_BYTES = 10;
const TIMESTAMP_BYTES = 8;
/** A frame is 1152 samples of 44,100 a second: 115,200 / 49 ticks of 90 kHz. */
const TICKS = 115_200n;
const FRAMES = 49n;
/** Timestamps have 33 bits and begin again after a day and two hours and a half. */
const ROUND = 2n ** 33n;

/**
 * Makes the ID3v2.4 tag that says when packed audio is to sound: the time of a position in frames, in ticks
 * of 90 kHz. It is counted from the position each time, so that no part of a tick adds up.
 * @see RFC 8216 §3.4
 */
export function timestampTag(position: number): Buffer {
  const content = OWNER.length + TIMESTAMP_BYTES;
  const tag = Buffer.alloc(2 * HEADER_BYTES + content);
  tag.write('ID3', 'latin1');
  tag[3] = 4;
  tag.writeUInt32BE(syncSafe(HEADER_BYTES + content), 6);
  tag.write('PRIV', HEADER_BYTES, 'latin1');
  tag.writeUInt32BE(syncSafe(content), HEADER_BYTES + 4);
  tag.write(OWNER, 2 * HEADER_BYTES, 'latin1');
  tag.writeBigUInt64BE(ticksAt(position), 2 * HEADER_BYTES + OWNER.length);
  return tag;
}

/** Returns the timestamp of a position in frames: whole ticks modulo 2^33. */
export function ticksAt(position: number): bigint {
  return ((BigInt(position) * TICKS) / FRAMES) % ROUND;
}

/** Seven bits a byte. */
function syncSafe(value: number): number {
  return ((value & 0x3f80) << 1) | (value & 0x7f);
}
