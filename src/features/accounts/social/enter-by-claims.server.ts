import type { Language } from '#src/contract/languages.ts';
import { CREDENTIAL_MS } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { UniqueViolation } from '#src/db/errors/constraint-violations.ts';
import { pictureSource } from '#src/features/accounts/pictures/picture-source.server.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { hashToken } from '#src/features/accounts/sessions/secret-token.server.ts';
import type { SignedIn } from '#src/features/accounts/sessions/sessions.wire.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import type { OpenIdProvider, ProvenClaims } from './open-id-provider.server.ts';
import { type GivenName, identityOf } from './provider-identity.server.ts';
import { signInByProvider } from './sign-in-by-provider.server.ts';

/** Longer than a credential is believed: by then its age refuses it. */
const REMEMBERED_MS = 2 * CREDENTIAL_MS;

/**
 * Signs in by claims that a provider has proven.
 * @throws {WireError} `credential_invalid` for a credential that was used before
 */
export async function enterByClaims(
  services: AccountServices,
  { client }: OpenIdProvider,
  proven: ProvenClaims,
  caller: { given: GivenName | null; language: Language; userAgent: string },
): Promise<SignedIn> {
  const identity = identityOf(client.provider, proven.claims, caller.given);
  if (identity === null) throw new WireError('credential_invalid');
  const expiresMs = services.clock.nowMs() + REMEMBERED_MS;
  for (const token of new Set(proven.tokens)) await spend(services.db, token, expiresMs);
  const signedIn = await signInByProvider(services, identity, caller);
  const { user } = signedIn;
  if (user.profile_picture === '' && identity.picture !== null) {
    const source = pictureSource(client, identity.picture);
    if (source !== null) services.pictures.want(user.id, source);
  }
  return signedIn;
}

async function spend(db: Database, token: string, expires_ms: number): Promise<void> {
  try {
    await db
      .insertInto('spent_credentials')
      .values({ token_hash: hashToken(token), expires_ms })
      .execute();
  } catch (cause) {
    throw cause instanceof UniqueViolation ? new WireError('credential_invalid', { cause }) : cause;
  }
}

/** Forgets spent credentials that are too old to be believed. */
export async function sweepSpentCredentials(db: Database, nowMs: number): Promise<void> {
  await db.deleteFrom('spent_credentials').where('expires_ms', '<=', nowMs).execute();
}
