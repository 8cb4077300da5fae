import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits [W6]. */
const TOKEN_BYTES = 32;

/** A random token, base64url, for a session or a link. Only its hash is kept. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The stored form of a token. A fast hash without salt is enough for 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
