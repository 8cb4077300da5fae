import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a secret or a signature that somebody shows is the right one; takes as long for any two texts or bytes. */
export function isSameSecret(given: string | Uint8Array, right: string | Uint8Array): boolean {
  const hash = (secret: string | Uint8Array) => createHash('sha256').update(secret).digest();
  return timingSafeEqual(hash(given), hash(right));
}
