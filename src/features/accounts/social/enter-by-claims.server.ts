import type { Language } from '#src/contract/languages.ts';
import { CREDENTIAL_MS } from '#src/contract/limits.ts';
import { pictureSource } from '#src/features/accounts/pictures/picture-source.server.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { spendCredential } from '#src/features/accounts/sessions/spent-credentials.server.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import type { OpenIdProvider, ProvenClaims } from './open-id-provider.server.ts';
import { type GivenName, identityOf } from './provider-identity.server.ts';
import { type Entered, signInByProvider } from './sign-in-by-provider.server.ts';

/** Of whoever lets somebody in by a provider. */
export type EnterServices = Pick<AccountServices, 'db' | 'clock' | 'wakeMail' | 'pictures'>;

/** Longer than a credential is believed: by then its age refuses it. */
const REMEMBERED_MS = 2 * CREDENTIAL_MS;

/**
 * Signs in by claims that a provider has proven.
 * @throws {WireError} `credential_invalid` for a credential that was used before
 */
export async function enterByClaims(
  services: EnterServices,
  { client }: OpenIdProvider,
  proven: ProvenClaims,
  caller: { given: GivenName | null; language: Language; userAgent: string },
): Promise<Entered> {
  const identity = identityOf(client, proven.claims, caller.given);
  if (identity === null) throw new WireError('credential_invalid');
  const expiresMs = services.clock.nowMs() + REMEMBERED_MS;
  for (const token of new Set(proven.tokens))
    if (!(await spendCredential(services.db, token, expiresMs))) throw new WireError('credential_invalid');
  const signedIn = await signInByProvider(services, identity, caller);
  const { user } = signedIn.signedIn;
  if (user.profile_picture === '' && identity.picture !== null) {
    const source = pictureSource(client, identity.picture);
    if (source !== null) services.pictures.want(user.id, source);
  }
  return signedIn;
}
