import type { SignInProvider } from '#src/contract/sign-in-providers.ts';

/** The tables of the migrations 008 and 016. */
export interface SignInsTables {
  provider_identities: ProviderIdentitiesTable;
  spent_credentials: SpentCredentialsTable;
}

/** Somebody at a provider, and the member that this is here. (provider, issuer, subject) is the key. */
interface ProviderIdentitiesTable {
  provider: SignInProvider;
  /** Whose name for the person the subject is; '' from before it was noted, until the next start. */
  issuer: string;
  /** The provider's own name for the person (`sub`), which never changes; an address may. */
  subject: string;
  user_id: string;
  linked_ms: number;
}

/** Credentials that have signed somebody in: none does so twice. */
interface SpentCredentialsTable {
  /** SHA-256 of the ID token, base64url; the key. */
  token_hash: string;
  /** When the token would be refused for its age anyway. */
  expires_ms: number;
}
