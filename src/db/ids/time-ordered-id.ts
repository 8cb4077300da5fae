import { randomBytes } from 'node:crypto';

/** Crockford's alphabet without the letters that are taken for digits; in ASCII order. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/**
 * An id of 26 characters: 50 bits of `nowMs` (milliseconds since the epoch) and 80 random ones. Ids made
 * later sort later, byte by byte, so that an index grows at its end; those of one millisecond come in no
 * order.
 */
export function timeOrderedId(nowMs: number, random: (size: number) => Uint8Array = randomBytes): string {
  let id = '';
  let rest = Math.floor(nowMs);
  for (let digit = 0; digit < TIME_DIGITS; digit++) {
    id = ALPHABET.charAt(rest % 32) + id;
    rest = Math.floor(rest / 32);
  }
  for (const byte of random(RANDOM_DIGITS)) id += ALPHABET.charAt(byte & 31);
  return id;
}
