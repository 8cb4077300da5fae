import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits. */
const TOKEN_BYTES = 32;

/** A token that nobody can guess, base64url: for a session or a link. Only its hash is kept. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a token. Unsalted and fast is enough for what holds 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
