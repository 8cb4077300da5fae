import type { Database } from '#src/db/database.ts';
import { mailQueue } from '#src/db/mail-queue.ts';
import { LinkTickets } from '#src/features/accounts/linking/link-ticket.server.ts';
import { accountMailComposers } from '#src/features/accounts/mail-links/account-mails.server.ts';
import { sweepAccounts } from '#src/features/accounts/mail-links/sweep-accounts.server.ts';
import { MemberPictures } from '#src/features/accounts/pictures/member-pictures.server.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { sweepSpentCredentials } from '#src/features/accounts/sessions/spent-credentials.server.ts';
import { SignInLog } from '#src/features/accounts/sign-in-log/sign-in-log.server.ts';
import { identitiesData } from '#src/features/accounts/social/identities-data.server.ts';
import { noteIssuers } from '#src/features/accounts/social/note-issuers.server.ts';
import { openProviders, type Providers } from '#src/features/accounts/social/providers.server.ts';
import { ALERT_KIND, alertMailComposer } from '#src/features/alerts/alert-mail.server.ts';
import { commentsData } from '#src/features/comments/comments-data.server.ts';
import { sweepSpentProofs } from '#src/features/contact/captcha/proof-of-work.server.ts';
import { CONTACT_KIND, contactMailComposer } from '#src/features/contact/contact-mail.server.ts';
import { sweepMessages } from '#src/features/contact/messages.server.ts';
import { diaryData } from '#src/features/diary/diary-data.server.ts';
import { sweepDiaries } from '#src/features/diary/keep-entries.server.ts';
import { favoritesData } from '#src/features/favorites/lists/list-favorites.server.ts';
import { preferencesData } from '#src/features/preferences/member/preferences-endpoint.server.ts';
import { pictureData } from '#src/features/profile/picture-data.server.ts';
import { votesData } from '#src/features/votes/votes-data.server.ts';
import { PasswordGuard } from '#src/members/password/password-guard.server.ts';
import { createSmtpTransport } from '#src/platform/mail/mail-transport.ts';
import { MailWorker } from '#src/platform/mail/mail-worker.ts';
import { MemoryLimitStore } from '#src/platform/rate-limit/memory-limit-store.ts';
import { type LimitCounter, RateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { localMailLinks } from '#src/platform/settings/mail-links.ts';
import type { WebServices } from './web-services.ts';

const SWEEP_EVERY_MS = 3_600_000;

/** The members' part of the web process: services for their endpoints, their mails, and a sweep of expired rows. */
export interface Members extends AsyncDisposable {
  readonly accounts: AccountServices;
  readonly providers: Providers;
  readonly pictures: MemberPictures;
  /** Hears how each sign-in ends. */
  readonly signIns: SignInLog;
}

type MemberServices = Pick<WebServices, 'db' | 'clock' | 'logger' | 'settings' | 'station' | 'believed'> & {
  readonly folder: Pick<WebServices['folder'], 'secret'>;
};

/** Disposing finishes the mail under way. */
export function openMembers(
  services: MemberServices,
  passwords = new PasswordGuard(),
  limitsOfCalls: { callSeconds?: number } = {},
): Members {
  const { db, clock, logger, believed } = services;
  const limits = new RateLimits(new MemoryLimitStore(clock));
  const signIns = new SignInLog({ clock, logger, limits });
  const mail = openMail(services, limits);
  const pictures = new MemberPictures(services);
  const accounts: AccountServices = {
    db,
    clock,
    logger,
    origin: services.settings.origin,
    addressDigestKey: instanceKey(services.folder.secret, 'addresses of registrations'),
    linkTickets: new LinkTickets(
      instanceKey(services.folder.secret, 'link tickets'),
      services.settings.origin,
    ),
    wakeMail: mail && (() => mail.wake()),
    passwords,
    limits,
    pictures,
    memberData: [
      identitiesData,
      pictureData,
      preferencesData,
      favoritesData,
      votesData,
      commentsData,
      diaryData,
    ],
    station: services.station,
  };
  const providers = openProviders(services.settings, { clock, logger, ...limitsOfCalls });
  const noted = noteIssuers(db, services.settings).catch((error: unknown) =>
    logger.error(
      { err: error },
      'Onde could not note who signs in by which provider; it tries again at the next start: check the database',
    ),
  );
  let swept: Promise<void> = Promise.resolve();
  const sweep = () => {
    swept = sweepMembers(db, believed).catch((error: unknown) =>
      logger.error(
        { err: error },
        'Onde could not delete expired sessions, links, registrations, diary entries and messages; it tries again in an hour: check the database',
      ),
    );
  };
  const sweeping = clock.every(SWEEP_EVERY_MS, sweep);
  sweep();
  mail?.wake();
  return {
    accounts,
    providers,
    pictures,
    signIns,
    async [Symbol.asyncDispose]() {
      sweeping[Symbol.dispose]();
      signIns[Symbol.dispose]();
      providers[Symbol.dispose]();
      await pictures[Symbol.asyncDispose]();
      await noted;
      await swept;
      await mail?.[Symbol.asyncDispose]();
    },
  };
}

/** The accounts last: they also empty the log of the database. Nothing goes by a clock that is not believed [W120]. */
async function sweepMembers(db: Database, believed: MemberServices['believed']): Promise<void> {
  const nowMs = await believed.nowMs();
  if (nowMs === null) return;
  await sweepDiaries(db, nowMs);
  await sweepSpentCredentials(db, nowMs);
  await sweepSpentProofs(db, nowMs);
  await sweepMessages(db, nowMs);
  await sweepAccounts(db, nowMs);
}

/** Null without SMTP. */
function openMail(
  { db, clock, logger, settings, station, believed }: MemberServices,
  limits: LimitCounter,
): MailWorker | null {
  const { smtpUrl, origin } = settings;
  if (smtpUrl === null) return null;
  const misled = localMailLinks(settings);
  if (misled) logger.warn(misled);
  const { hostname } = new URL(origin);
  const { name, association } = station();
  const from = settings.mailFrom ?? (association.email || `noreply@${hostname}`);
  return new MailWorker({
    queue: mailQueue(db),
    transport: createSmtpTransport({ smtpUrl, from: named(from, name), host: hostname }),
    composers: {
      ...accountMailComposers({ db, clock, origin, station, limits }),
      [ALERT_KIND]: alertMailComposer({ settings, station }),
      [CONTACT_KIND]: contactMailComposer({ db, settings, station }),
    },
    clock,
    logger,
    believed,
  });
}

/** A bare address gets the station's name. */
function named(from: string, name: string): string {
  return from.includes('<') ? from : `"${name.replace(/["\\\r\n]/g, '')}" <${from}>`;
}
