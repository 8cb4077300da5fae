import { join } from 'node:path';
import { sweepCopies } from '#src/db/copies/copy-before-migrating.ts';
import { forgetDeleted } from '#src/db/engine.ts';
import { mailQueue, removeMailsBefore } from '#src/db/mail-queue.ts';
import { BEFORE_MIGRATIONS } from '#src/db/open-database.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { PasswordGuard } from '#src/members/password/password-guard.server.ts';
import type { MailComposer } from '#src/platform/mail/mail-queue.ts';
import { createSmtpTransport } from '#src/platform/mail/mail-transport.ts';
import { GIVE_UP_AFTER_MS, MailWorker } from '#src/platform/mail/mail-worker.ts';
import { PictureProcess } from '#src/platform/pictures/picture-process.ts';
import { MemoryLimitStore } from '#src/platform/rate-limit/memory-limit-store.ts';
import { type LimitStore, RateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import { localMailLinks, senderWithoutServer } from '#src/platform/settings/setting-warnings.ts';
import type { WireTable } from '#src/platform/wire/endpoint.ts';
import { sweepHeardPieces } from '#src/records/listening/heard-pieces.ts';
import { createFeatures, type Features, type OutsideCalls } from './features.ts';
import { openSweeps } from './sweeps.ts';

/** What the web process opened at its start, before any feature. */
export type OpenedServices = Omit<
  Services,
  'passwords' | 'pictureProcess' | 'limits' | 'limitStore' | 'wakeMail' | 'memberData'
>;

/** The features of a web process, with all that they are handed and what they bring together. */
export interface OpenFeatures extends AsyncDisposable {
  readonly services: Services;
  readonly features: Features;
  /** Every endpoint behind `/api-proxy.php`, by its name on the wire. */
  readonly table: WireTable;
}

/** Opens every feature, the worker of their mails and their sweeps. Disposing finishes the mail under way. */
export function openFeatures(
  opened: OpenedServices,
  {
    passwords = new PasswordGuard(),
    pictureProcess = new PictureProcess(opened),
    outside = {},
    limitStore = new MemoryLimitStore(opened.clock),
  }: {
    passwords?: PasswordGuard;
    pictureProcess?: PictureProcess;
    outside?: OutsideCalls;
    /** Where limits are counted: in this process, unless several count together. */
    limitStore?: LimitStore;
  } = {},
): OpenFeatures {
  // Each feature is handed what all of them bring together.
  let all: readonly Feature[] = [];
  let mail: MailWorker | null = null;
  const services: Services = {
    ...opened,
    passwords,
    pictureProcess,
    limits: new RateLimits(limitStore),
    limitStore,
    wakeMail: opened.settings.smtpUrl === null ? null : () => mail?.wake(),
    memberData: () => all.flatMap(({ memberData = [] }) => memberData),
  };
  const features = createFeatures(services, outside);
  all = Object.values(features);
  mail = openMail(services, merged(all.map(({ mails = {} }) => mails)));
  const copies = join(opened.folder.root, BEFORE_MIGRATIONS);
  const sweeps = openSweeps(services, [
    ...all.flatMap(({ sweeps: own = [] }) => own),
    { what: 'mails that wait', run: (nowMs) => sweepMails(opened, nowMs) },
    { what: 'what pieces were heard by', run: (nowMs) => sweepHeardPieces(opened.db, nowMs) },
    { what: 'copies of the database in an earlier form', run: (nowMs) => sweepCopies(copies, nowMs) },
    // Last: what was deleted leaves the database's own log as well.
    { what: 'what was deleted, in the log of the database', run: () => forgetDeleted(opened.db) },
  ]);
  mail?.wake();
  return {
    services,
    features,
    table: merged(all.map(({ endpoints = {} }) => endpoints)),
    async [Symbol.asyncDispose]() {
      const swept = sweeps[Symbol.asyncDispose]();
      for (const feature of all) await feature[Symbol.asyncDispose]?.();
      await pictureProcess[Symbol.asyncDispose]();
      await swept;
      await mail?.[Symbol.asyncDispose]();
    },
  };
}

/** @throws for a name that two features bring */
function merged<Value>(parts: readonly Readonly<Record<string, Value>>[]): Record<string, Value> {
  const entries = parts.flatMap((part) => Object.entries(part));
  const whole = Object.fromEntries(entries);
  const twice = entries.find(([name, value]) => whole[name] !== value);
  if (twice !== undefined) throw new Error(`two features bring ${twice[0]}`);
  return whole;
}

/** Null without SMTP. */
function openMail(services: Services, composers: Record<string, MailComposer>): MailWorker | null {
  const { db, clock, logger, settings, station, believed } = services;
  const { smtpUrl, origin } = settings;
  const warning = senderWithoutServer(settings) ?? localMailLinks(settings);
  if (warning !== null) logger.warn(warning);
  if (smtpUrl === null) return null;
  const { hostname } = new URL(origin);
  const from = () => {
    const { name, association } = station();
    return named(settings.mailFrom ?? (association.email || `noreply@${hostname}`), name);
  };
  return new MailWorker({
    queue: mailQueue(db),
    transport: createSmtpTransport({ smtpUrl, from, host: hostname, clock }),
    composers,
    clock,
    logger,
    believed,
  });
}

/** Drops mails that no worker came to in time: there is none without SMTP, and one that has many sends one by one. */
async function sweepMails({ db, logger }: Pick<Services, 'db' | 'logger'>, nowMs: number): Promise<void> {
  const mails = await removeMailsBefore(db, nowMs - GIVE_UP_AFTER_MS);
  if (mails === 0) return;
  logger.error({ mails }, 'Onde could not send mails for three days and drops them: check SMTP_URL');
}

/** A bare address gets the station's name. */
function named(from: string, name: string): string {
  return from.includes('<') ? from : `"${name.replace(/["\\\r\n]/g, '')}" <${from}>`;
}
