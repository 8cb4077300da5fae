import { createHmac } from 'node:crypto';
import { isSameSecret } from '#src/platform/secrets/same-secret.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';

/** The purpose of the key; see instanceKey. */
export const PROOF_PURPOSE = 'radio machine';

const CHALLENGE = /^[A-Za-z0-9_-]{22}$/;

/** Answers PROOF_PATH on the radio's machine [W180]: whoever asks learns that it knows the station's secret. */
export function proofAnswer(request: Request, key: Buffer): Response {
  const challenge = new URL(request.url).searchParams.get('challenge') ?? '';
  return CHALLENGE.test(challenge)
    ? plainAnswer(200, proofOf(key, challenge))
    : plainAnswer(404, 'Not found');
}

/** Whether an answer to a challenge comes from a machine that knows the secret. */
export function isProof(key: Buffer, challenge: string, answer: string): boolean {
  return isSameSecret(answer.trim(), proofOf(key, challenge));
}

function proofOf(key: Buffer, challenge: string): string {
  return createHmac('sha256', key).update(challenge).digest('base64url');
}
