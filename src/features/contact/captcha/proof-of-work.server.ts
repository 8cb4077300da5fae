import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { CAPTCHA_MS } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { UniqueViolation } from '#src/db/errors/database-errors.ts';
import type { Captcha, Proof } from '#src/features/contact/captcha.server.ts';
import {
  type Challenge,
  challengeSchema,
  type Solved,
  solvedSchema,
} from '#src/features/contact/contact.wire.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

const ALGORITHM = 'PBKDF2/SHA-256';
/** Rounds of a try, and the most tries: 200,000 rounds, less than a second on an old phone. */
const COST = 5_000;
const TRIES_MAX = 40;
/** A solved challenge has some 700 characters. */
const TOKEN_MAX = 2_000;

/**
 * The built-in captcha [W96]. Challenges are signed, so none is stored; only the nonce of a used one is,
 * until it expires. Every process of the instance recognises all of them, also after a restart.
 */
export class ProofOfWork implements Captcha {
  readonly #clock: Clock;
  readonly #draw: (below: number) => number;
  readonly #secrets: { hmacSignatureSecret: string; hmacKeySignatureSecret: string };

  /**
   * @param secretFile holds the instance's secret
   * @param draw a whole number from 0 on that is to be found, below one that it is given; at random by default
   */
  constructor({
    clock,
    secretFile,
    draw = randomInt,
  }: {
    clock: Clock;
    secretFile: string;
    draw?: (below: number) => number;
  }) {
    this.#clock = clock;
    this.#draw = draw;
    const key = (purpose: string) => instanceKey(secretFile, purpose).toString('hex');
    this.#secrets = {
      hmacSignatureSecret: key('captcha challenge'),
      hmacKeySignatureSecret: key('captcha solution'),
    };
  }

  async challenge(): Promise<Challenge> {
    const challenge = await createChallenge({
      algorithm: ALGORITHM,
      cost: COST,
      // Drawn from 0 on: above a minimum, robots could skip the tries below it.
      counter: this.#draw(TRIES_MAX),
      deriveKey,
      // Not `expiresAt`: the library compares that with a clock of its own.
      data: { expires: Math.ceil((this.#clock.nowMs() + CAPTCHA_MS) / 1000) },
      ...this.#secrets,
    });
    return challengeSchema.parse(challenge);
  }

  async verify(token: string): Promise<Proof> {
    const solved = readToken(token);
    const expiresMs = (solved?.challenge.parameters.data.expires ?? 0) * 1000;
    if (solved === null || this.#clock.nowMs() >= expiresMs) throw refusal();
    const { verified } = await verifySolution({ ...solved, deriveKey, ...this.#secrets });
    if (!verified) throw refusal();
    const { nonce } = solved.challenge.parameters;
    return { spend: (trx) => spend(trx, nonce, expiresMs) };
  }
}

/** Forgets spent proofs that are too old to count. */
export async function sweepSpentProofs(db: Database, nowMs: number): Promise<void> {
  await db.deleteFrom('spent_proofs').where('expires_ms', '<=', nowMs).execute();
}

async function spend(trx: Database, nonce: string, expires_ms: number): Promise<void> {
  try {
    await trx.insertInto('spent_proofs').values({ nonce, expires_ms }).execute();
  } catch (cause) {
    throw cause instanceof UniqueViolation ? refusal(cause) : cause;
  }
}

/** Returns null for anything but a solved challenge. */
function readToken(token: string): Solved | null {
  if (token.length > TOKEN_MAX) return null;
  try {
    return solvedSchema.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
  } catch {
    return null;
  }
}

function refusal(cause?: unknown): WireError {
  return new WireError('captcha_invalid', { fields: { recaptchaToken: 'invalid' }, cause });
}
