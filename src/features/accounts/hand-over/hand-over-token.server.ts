import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { HAND_OVER_MS } from '#src/contract/limits.ts';

/** What a hand-over's token says. */
interface HandOver {
  /** The session that it was made in. */
  readonly sessionId: string;
  /** First instant at which it no longer counts. */
  readonly expiresMs: number;
}

const TOKEN = /^([a-z0-9]{1,64})\.([0-9a-z]{1,12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;
/** The instant is written in this base. */
const BASE = 36;

/** `session.instant.random.signature`: whoever reads it later has nothing, and no table keeps it until it is used. */
export function signHandOver(key: Buffer, sessionId: string, nowMs: number): string {
  const random = randomBytes(16).toString('base64url');
  const said = `${sessionId}.${(nowMs + HAND_OVER_MS).toString(BASE)}.${random}`;
  return `${said}.${signature(key, said)}`;
}

/** What the token says; null for one that is not ours. Whether it has expired or was used is for the caller to see. */
export function readHandOver(key: Buffer, token: string): HandOver | null {
  const [, sessionId, instant, random, signed] = TOKEN.exec(token) ?? [];
  if (sessionId === undefined || instant === undefined || signed === undefined) return null;
  const expected = signature(key, `${sessionId}.${instant}.${random}`);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signed))) return null;
  return { sessionId, expiresMs: Number.parseInt(instant, BASE) };
}

/** As text: four spellings of it stand for the same bytes. */
function signature(key: Buffer, said: string): string {
  return createHmac('sha256', key).update(said).digest('base64url');
}
