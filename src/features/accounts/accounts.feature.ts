import type { Database } from '#src/db/database.ts';
import type { Feature } from '#src/features/services.server.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { handOverEndpoint } from './hand-over/hand-over-endpoint.server.ts';
import { LinkTickets } from './linking/link-ticket.server.ts';
import { loginEndpoint } from './login/log-in.server.ts';
import { accountMailComposers } from './mail-links/account-mails.server.ts';
import { LINK_REMEMBERED_MS } from './mail-links/email-link.server.ts';
import { requestMailEndpoint } from './mail-links/request-mail.server.ts';
import { checkLinkEndpoint, resetPasswordEndpoint } from './mail-links/reset-password.server.ts';
import { verifyEmailEndpoint } from './mail-links/verify-email.server.ts';
import { MemberPictures } from './pictures/member-pictures.server.ts';
import { registerEndpoint } from './register/register.server.ts';
import { REGISTRATION_WAITS_MS } from './registrations/waiting-registration.server.ts';
import type { AccountNeeds, AccountServices } from './services/account-services.server.ts';
import { logoutEndpoint, sessionsEndpoint } from './sessions/sessions.server.ts';
import { sweepSpentCredentials } from './sessions/spent-credentials.server.ts';
import { SignInLog } from './sign-in-log/sign-in-log.server.ts';
import { identitiesData, noteIssuers } from './social/provider-identity.server.ts';
import { openProviders } from './social/providers.server.ts';
import { signInWaysEndpoint } from './social/sign-in-ways.server.ts';
import { appleAuthEndpoint, googleAuthEndpoint } from './social/social-endpoints.server.ts';
import { checkUsernameEndpoint, chooseUsernameEndpoint } from './username/username-endpoints.server.ts';

/** Closing it finishes what is under way. `providerSeconds` limits each call to a provider. */
export function accountsFeature(
  services: AccountNeeds,
  { providerSeconds }: { providerSeconds?: number } = {},
) {
  const { db, clock, logger, limits, settings, folder } = services;
  const { origin } = settings;
  const signIns = new SignInLog({ clock, logger, limits });
  const pictures = new MemberPictures(services);
  const providers = openProviders(settings, {
    clock,
    logger,
    ...(providerSeconds !== undefined && { callSeconds: providerSeconds }),
  });
  const accounts: AccountServices = {
    ...services,
    addressDigestKey: instanceKey(folder.secret, 'addresses of registrations'),
    linkTickets: new LinkTickets(instanceKey(folder.secret, 'link tickets'), origin),
    pictures,
  };
  const noted = noteIssuers(db, settings).catch((error: unknown) =>
    logger.error(
      { err: error },
      'Onde could not note who signs in by which provider; it tries again at the next start: check the database',
    ),
  );
  return {
    endpoints: {
      'apple-auth': signIns.counting(appleAuthEndpoint(accounts, providers)),
      'check-link': checkLinkEndpoint(accounts),
      'check-pseudo': checkUsernameEndpoint(accounts),
      'forgot-password': requestMailEndpoint(accounts, 'reset'),
      'google-auth': signIns.counting(googleAuthEndpoint(accounts, providers)),
      handover: handOverEndpoint(accounts),
      login: signIns.counting(loginEndpoint(accounts)),
      logout: logoutEndpoint(accounts),
      register: registerEndpoint(accounts),
      'resend-verification': requestMailEndpoint(accounts, 'resend'),
      'reset-password': signIns.counting(resetPasswordEndpoint(accounts)),
      sessions: sessionsEndpoint(accounts),
      'sign-in-ways': signInWaysEndpoint(accounts),
      'update-pseudo': chooseUsernameEndpoint(accounts),
      'verify-email': signIns.counting(verifyEmailEndpoint(accounts)),
    },
    memberData: [identitiesData],
    sweeps: [
      { what: 'spent credentials', run: (nowMs: number) => sweepSpentCredentials(db, nowMs) },
      { what: 'sessions, links and registrations', run: (nowMs: number) => sweepAccounts(db, nowMs) },
    ],
    mails: accountMailComposers({ ...accounts, origin }),
    /** For the addresses below `/auth`. */
    services: accounts,
    providers,
    signIns,
    pictures,
    async [Symbol.asyncDispose]() {
      signIns[Symbol.dispose]();
      providers[Symbol.dispose]();
      await pictures[Symbol.asyncDispose]();
      await noted;
    },
  } satisfies Feature & Record<string, unknown>;
}

/** Deletes expired sessions, links, and registrations that were never confirmed and by no link can be any more. */
async function sweepAccounts(db: Database, nowMs: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_ms', '<=', nowMs).execute();
  await db
    .deleteFrom('email_tokens')
    .where('expires_ms', '<=', nowMs - LINK_REMEMBERED_MS)
    .execute();
  await db
    .deleteFrom('users')
    .where('activated_ms', 'is', null)
    .where('created_ms', '<=', nowMs - REGISTRATION_WAITS_MS)
    // One that was asked for late works for its hours all the same.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('email_tokens')
            .select('token_hash')
            .whereRef('user_id', '=', 'users.id')
            .where('used_ms', 'is', null)
            .where('expires_ms', '>', nowMs),
        ),
      ),
    )
    .execute();
}
