import type { NetworkInterfaceInfo } from 'node:os';
import { placesInBuckets } from './own-folders.ts';
import type { Settings } from './settings.ts';

/**
 * The warning for an operator whose mails would lead their readers to the readers' own machines; null when
 * they do not.
 */
export function localMailLinks({ smtpUrl, origin }: Pick<Settings, 'smtpUrl' | 'origin'>): string | null {
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
  if (smtpUrl === null || !isLocal) return null;
  return `links in mails lead to ${origin}, which is each reader's own machine: set ORIGIN to the site's public address`;
}

/** The warning for an operator who has said whose mails they are, and not which server sends them; else null. */
export function senderWithoutServer({
  smtpUrl,
  mailFrom,
}: Pick<Settings, 'smtpUrl' | 'mailFrom'>): string | null {
  if (smtpUrl !== null || mailFrom === null) return null;
  return 'MAIL_FROM is set, but no mail is sent: set SMTP_URL to the server that sends it, or take MAIL_FROM out';
}

/**
 * The warning for an operator whose `.env` has a value without quotes that a # ends: of a key of backups, what they have
 * written down elsewhere opens none. Null without any.
 */
export function valuesCutShort({ cutSettings }: Pick<Settings, 'cutSettings'>): string | null {
  const names = cutSettings.join(', ');
  if (names === '') return null;
  const opened = cutSettings.includes('BACKUP_KEY')
    ? '. Backups made until then open with that part alone'
    : '';
  return `.env: of ${names} the part before the # counts, and the rest is a comment: put the value in quotes, or a blank before the #${opened}`;
}

/** The warning for an operator who has changed a line of `.env` that a later one sets again; else null. */
export function valuesSetAgain({ overriddenSettings }: Pick<Settings, 'overriddenSettings'>): string | null {
  const names = overriddenSettings.join(', ');
  if (names === '') return null;
  return `.env sets ${names} more than once, and the last value counts: take the other lines out`;
}

/** The warning for an operator who has said how nightly backups are kept, and not where; else null. */
export function backupsWithoutPlace({
  idleBackupSettings,
}: Pick<Settings, 'idleBackupSettings'>): string | null {
  const names = idleBackupSettings.join(' and ');
  if (names === '') return null;
  return `${names} ${idleBackupSettings.length === 1 ? 'is' : 'are'} set, but no backup is made at night: set BACKUP_DIR to a folder or an address such as s3://bucket/onde, or take ${names} out, unless you run npx onde backup yourself`;
}

/** The warning for an operator whose backups lie open to all who read their bucket, where listeners do; else null. */
export function backupsBesideStreams({
  backupDir,
  hlsDir,
  backupKey,
}: Pick<Settings, 'backupDir' | 'hlsDir' | 'backupKey'>): string | null {
  if (backupKey !== null || placesInBuckets(hlsDir ?? '', backupDir ?? '') === null) return null;
  return 'BACKUP_DIR and HLS_DIR lie in one bucket, and listeners read of it: see that nobody else reads below BACKUP_DIR, and set BACKUP_KEY, or give backups a bucket of their own';
}

/**
 * [W246] The warning for an operator of a machine that others reach by IPv6 alone, where Onde listens on IPv4; else null.
 * @param addresses of this machine
 */
export function ipv4Alone(
  { host }: Pick<Settings, 'host'>,
  addresses: readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[],
): string | null {
  if (host !== '0.0.0.0') return null;
  const isTold = ({ family, address }: (typeof addresses)[number]) =>
    family === 'IPv6' && !/^fe[89ab]/i.test(address);
  const others = addresses.filter(({ internal }) => !internal);
  const has4 = (some: typeof addresses) => some.some(({ family }) => family === 'IPv4');
  if (has4(others) || (has4(addresses) && !others.some(isTold)) || !addresses.some(isTold)) return null;
  return 'this machine has IPv6 addresses alone, and Onde listens on IPv4: set HOST=:: for both';
}
