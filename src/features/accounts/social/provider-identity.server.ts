import * as z from 'zod';
import { SIGN_IN_PROVIDERS, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { Database } from '#src/db/database.ts';
import type { MemberData } from '#src/members/member-data.server.ts';
import { checkEmail, checkFirstName, checkLastName, cleanName } from '#src/members/rules/account-rules.ts';
import { isAuthoritative } from './mailbox-authority.server.ts';

/** Somebody as a provider knows them. */
export interface ProviderIdentity {
  readonly provider: SignInProvider;
  /** The provider's address: the same subject at another issuer is another person. */
  readonly issuer: string;
  readonly subject: string;
  /** Null where the provider names none, one that is no address, or does not say that it is theirs. */
  readonly provenEmail: string | null;
  /** Whether its word opens an account that has a proof of its own [A95]. */
  readonly isAuthoritative: boolean;
  /** Null where the provider does not say it, or says what no name may be. */
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Where the provider says that their picture is. */
  readonly picture: string | null;
}

/** The names that Apple sends beside the token, the first time only, in the browser's own form. */
export interface GivenName {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** Some providers write null where they know nothing; what is of another kind says nothing either [A73]. */
const said = z.string().optional().catch(undefined);
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: said,
  // Apple writes it as a text.
  email_verified: z
    .union([z.boolean(), z.literal(['true', 'false'])])
    .optional()
    .catch(undefined),
  given_name: said,
  family_name: said,
  picture: said,
  hd: said,
});

/** Reads an ID token's claims, after its signature has been checked. Null for claims that name nobody. */
export function identityOf(
  { provider, issuer }: { readonly provider: SignInProvider; readonly issuer: string },
  claims: unknown,
  given: GivenName | null = null,
): ProviderIdentity | null {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) return null;
  const { sub, email, email_verified, given_name, family_name, picture = null, hd } = parsed.data;
  const isProven = email_verified === true || email_verified === 'true';
  const firstName = writtenName(given_name ?? given?.firstName);
  const lastName = writtenName(family_name ?? given?.lastName);
  return {
    provider,
    issuer,
    subject: sub,
    provenEmail: isProven && email !== undefined && checkEmail(email) === null ? email : null,
    isAuthoritative: isAuthoritative(issuer, email ?? '', hd),
    firstName: checkFirstName(firstName) === null ? firstName : null,
    lastName: checkLastName(lastName) === null ? lastName : null,
    picture,
  };
}

/**
 * Longest name that is looked at [A73]: a form that a browser posts is looked through for marks by nobody, as a call is
 * [W227], and to compose tens of thousands of them takes a second and more.
 */
const NAME_WRITTEN_MAX = 1_000;

/** A name as the forms keep it; none where nobody would have written it. */
function writtenName(name = ''): string {
  return name.length > NAME_WRITTEN_MAX ? '' : cleanName(name);
}

/**
 * Writes the issuer of the present settings into links from before issuers were noted. From then on another
 * issuer in the settings opens none of those accounts.
 */
export async function noteIssuers(
  db: Database,
  settings: Readonly<Record<SignInProvider, { readonly issuer: string } | null>>,
): Promise<void> {
  for (const provider of SIGN_IN_PROVIDERS) {
    const issuer = settings[provider]?.issuer;
    if (issuer === undefined) continue;
    await db
      .updateTable('provider_identities')
      .set({ issuer })
      .where('provider', '=', provider)
      .where('issuer', '=', '')
      .execute();
  }
}

/** The member's identities in the export; deletion needs nothing here, since the rows cascade. */
export const identitiesData: MemberData = {
  name: 'provider_identities',
  async exportOf(db, userId) {
    const rows = await db
      .selectFrom('provider_identities')
      .select(['provider', 'issuer', 'subject', 'linked_ms'])
      .where('user_id', '=', userId)
      .orderBy('linked_ms')
      .orderBy('provider')
      .execute();
    return rows.map(({ linked_ms, ...row }) => ({ ...row, linked_at: new Date(linked_ms).toISOString() }));
  },
};
