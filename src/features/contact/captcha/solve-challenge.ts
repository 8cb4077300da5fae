import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '#src/features/contact/challenge.wire.ts';

/**
 * Finds the number that a challenge hides, and gives what `recaptchaToken` takes. The browser derives keys beside the
 * page's own thread, so nothing stands still. On a site without TLS it does not, and a script does it in small parts.
 */
export async function solve(challenge: Challenge): Promise<string> {
  const isDerived = 'subtle' in crypto;
  const solution = await solveChallenge({
    challenge,
    deriveKey: isDerived ? deriveKey : (await import('./derive-by-script.ts')).deriveByScript,
  });
  if (solution === null) throw new Error('The challenge was not solved in time.');
  const { counter, derivedKey } = solution;
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
}
