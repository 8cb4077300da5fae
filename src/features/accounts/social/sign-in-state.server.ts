import { createHash, createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { LANGUAGES } from '#src/contract/languages.ts';
import { SIGN_IN_MS, THEMES } from '#src/contract/limits.ts';
import { SIGN_IN_PROVIDERS } from '#src/contract/sign-in-providers.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { isSameSecret } from '#src/platform/secrets/same-secret.ts';

const wayBackSchema = z.object({
  /** The external player's address; still to be compared with PLAYER_HOST. */
  redirect: z.string().nullable(),
  language: z.enum(LANGUAGES),
  streamId: z.enum(STREAM_IDS),
  theme: z.enum(THEMES).nullable(),
  /** Whether a window of its own shows the sign-in. */
  popup: z.boolean(),
});
/** Where a visitor came from, and goes back to. */
export type WayBack = z.infer<typeof wayBackSchema>;

const stateSchema = z.object({
  id: z.string(),
  provider: z.enum(SIGN_IN_PROVIDERS),
  /** SHA-256 of the browser's secret. */
  browser: z.string(),
  expiresMs: z.number(),
  /** Whether a member signs in again before an account is deleted [A111]. */
  isAgain: z.boolean().default(false),
  back: wayBackSchema,
});
type State = z.infer<typeof stateSchema>;

/** A sign-in under way, as the browser that began it may finish it. */
export interface SignInAttempt {
  /** Goes to the provider and comes back with the answer. */
  readonly state: string;
  /** Comes back inside the ID token. */
  readonly nonce: string;
  /** PKCE: shows that who redeems the code is who asked for it. */
  readonly verifier: string;
  /** When it began, where the provider has to ask anew who somebody is [A111]; else null. */
  readonly anewSinceMs: number | null;
}

/**
 * Begins a sign-in [W91]. Nothing of it is kept here: the state says everything, signed, and what must stay
 * secret follows from the browser's own secret. So several may be under way in one browser.
 */
export function beginSignIn(
  key: Buffer,
  browserSecret: string,
  attempt: Pick<State, 'provider' | 'back' | 'isAgain'> & { nowMs: number },
): SignInAttempt {
  const { provider, back, isAgain, nowMs } = attempt;
  const id = randomBytes(16).toString('base64url');
  const expiresMs = nowMs + SIGN_IN_MS;
  const state: State = { id, provider, browser: sha256(browserSecret), expiresMs, isAgain, back };
  const said = Buffer.from(JSON.stringify(state)).toString('base64url');
  return { state: `${said}.${signature(key, said)}`, ...secretsOf(browserSecret, state) };
}

/**
 * Reads the state of an answer. Null for one that is not ours. `attempt` is null unless this browser began
 * it, at this provider, and not too long ago: then only the way back counts.
 */
export function readSignIn(
  key: Buffer,
  state: string,
  now: { provider: State['provider']; browserSecret: string | null; nowMs: number },
): { back: WayBack; attempt: SignInAttempt | null } | null {
  const [said = '', signed = '', ...rest] = state.split('.');
  if (rest.length > 0 || !isSameSecret(signed, signature(key, said))) return null;
  const parsed = stateSchema.safeParse(JSON.parse(Buffer.from(said, 'base64url').toString()));
  if (!parsed.success) return null;
  const { provider, browser, expiresMs, back } = parsed.data;
  const { browserSecret, nowMs } = now;
  const isOwn = browserSecret !== null && isSameSecret(sha256(browserSecret), browser);
  if (!isOwn || provider !== now.provider || nowMs >= expiresMs) return { back, attempt: null };
  return { back, attempt: { state, ...secretsOf(browserSecret, parsed.data) } };
}

function secretsOf(browserSecret: string, { id, isAgain, expiresMs }: State): Omit<SignInAttempt, 'state'> {
  const derived = (purpose: string) =>
    createHmac('sha256', browserSecret).update(`${purpose} ${id}`).digest('base64url');
  return {
    nonce: derived('nonce'),
    verifier: derived('verifier'),
    anewSinceMs: isAgain ? expiresMs - SIGN_IN_MS : null,
  };
}

function signature(key: Buffer, said: string): string {
  return createHmac('sha256', key).update(said).digest('base64url');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
