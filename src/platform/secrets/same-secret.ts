import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a secret that somebody shows is the right one; takes as long for any two texts. */
export function isSameSecret(given: string, right: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(right));
}
