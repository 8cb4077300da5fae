import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '#src/features/contact/contact.wire.ts';

/**
 * Finds the number that a challenge hides, and returns what `recaptchaToken` takes. The browser derives keys
 * beside the page's own thread, so nothing stands still. On a site without TLS it does not, and a script does
 * it in small parts.
 */
export async function solve(challenge: Challenge): Promise<string> {
  const isDerived = 'subtle' in crypto;
  const solution = await solveChallenge({ challenge, deriveKey: isDerived ? deriveKey : deriveByScript });
  if (solution === null) throw new Error('The challenge was not solved in time.');
  const { counter, derivedKey } = solution;
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
}

/** Derives what `crypto.subtle` would for PBKDF2/SHA-256: browsers offer that to pages with TLS alone. */
export async function deriveByScript(
  { cost, keyLength }: { cost: number; keyLength: number },
  salt: Uint8Array,
  password: Uint8Array,
): Promise<{ derivedKey: Uint8Array }> {
  const [{ pbkdf2Async }, { sha256 }] = await Promise.all([
    import('@noble/hashes/pbkdf2.js'),
    import('@noble/hashes/sha2.js'),
  ]);
  return { derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength }) };
}
