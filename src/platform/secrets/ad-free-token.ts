import { createHmac } from 'node:crypto';
import { AD_FREE_TOKEN_MS, CLOCK_AHEAD_MS } from '#src/contract/limits.ts';
import { isSameSecret } from './same-secret.ts';

/** What an ad-free token says. */
export interface AdFreeToken {
  /** The member it was given to. */
  readonly userId: string;
  /** First instant at which it no longer counts, whole seconds. */
  readonly expiresMs: number;
}

/** The purpose of the key that signs them; see instanceKey. */
export const AD_FREE_PURPOSE = 'ad-free token';

const TOKEN = /^([a-z0-9]{1,64})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/;
/** Seconds are written in this base. */
const BASE = 36;

/** `member.seconds.signature`, of characters that an address takes as they are. */
export function signAdFreeToken(key: Buffer, { userId, expiresMs }: AdFreeToken): string {
  const said = `${userId}.${Math.floor(expiresMs / 1000).toString(BASE)}`;
  return `${said}.${signature(key, said).toString('base64url')}`;
}

/**
 * What the token says; null for one that is not ours, was changed or has expired, or that would last longer than any: a
 * clock that was ahead by more than a day gave it out [W57]. Needs no database.
 */
export function verifyAdFreeToken(key: Buffer, token: string, nowMs: number): AdFreeToken | null {
  const [, userId, seconds, signed] = TOKEN.exec(token) ?? [];
  if (userId === undefined || seconds === undefined || signed === undefined) return null;
  if (!isSameSecret(Buffer.from(signed, 'base64url'), signature(key, `${userId}.${seconds}`))) return null;
  const expiresMs = Number.parseInt(seconds, BASE) * 1000;
  const isNow = nowMs < expiresMs && expiresMs - nowMs <= AD_FREE_TOKEN_MS + CLOCK_AHEAD_MS;
  return isNow ? { userId, expiresMs } : null;
}

function signature(key: Buffer, said: string): Buffer {
  return createHmac('sha256', key).update(said).digest();
}
