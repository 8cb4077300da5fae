import { SIGN_IN_PROVIDERS, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { Database } from '#src/db/database.ts';

/**
 * Notes whose members those are who were linked before that was noted: the present settings' own. From then on another
 * issuer in the settings opens none of their accounts.
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
