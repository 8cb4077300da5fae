import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { BACKUP_NAME } from '#src/backup/backup-format.ts';
import { bucketPlace } from '#src/backup/backup-place.ts';
import type { ReadBackup } from '#src/backup/read-archive.ts';
import { type DatabaseTarget, type RestoreOptions, restoreBackup } from '#src/backup/restore-backup.ts';
import { stopBySignal } from '#src/backup/scratch.ts';
import { moveDatabase, refuseUsedEarly } from '#src/db/moving/move-database.ts';
import { openPostgresSide, openSqliteSide } from '#src/db/moving/move-side.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { isBucketAddress, parseBucketAddress } from '#src/platform/object-store/bucket-address.ts';
import { readSettings, type Settings } from '#src/platform/settings/settings.ts';
import { openStore } from './backup-places.ts';
import { requirePlaceApart } from './place-apart.ts';
import { showProgress } from './progress/show-progress.ts';

/** `onde restore <file>`: proves a backup and puts it back, into an empty place only [R199]. */
export function registerRestore(program: Command): void {
  program
    .command('restore')
    .description('Prove a backup and put it back into an empty DATA_DIR (and DATABASE_URL), or beside')
    .argument('<file>', 'a file that onde backup has written, or its address in an object store')
    .option('--to <folder>', 'put it there, whole, with an embedded database, whatever the settings say')
    .option('--sign-out', 'end every session and every link for a new password that the backup holds')
    .action(async (file: string, { to, signOut = false }: { to?: string; signOut?: boolean }) => {
      const settings = readSettings(process.env);
      const target = to === undefined ? settings.dataDir : requirePlaceApart(to, settings);
      const intoPostgres = to === undefined ? settings.databaseUrl : null;
      using stop = stopBySignal();
      using display = showProgress();
      const name = basename(file);
      const { signal } = stop;
      const show: Show = (...progress) => display.show(...progress);
      const onBytes = megabytes(show);
      const options = { key: settings.backupKey, to: target, signOut, onBytes, signal };
      const database = intoPostgres === null ? {} : { database: postgresTarget(intoPostgres, name, show) };
      const backup = await restoreBackup({ file: fileOf(file, settings, signal), ...options, ...database });
      display[Symbol.dispose]();
      process.stdout.write(describe(backup, { name, target, intoPostgres, signOut }));
    });
}

/** From an object store it is brought here first: it is read twice. */
function fileOf(file: string, settings: Settings, signal: AbortSignal): RestoreOptions['file'] {
  if (!isBucketAddress(file)) return resolve(file);
  const address = parseBucketAddress(file);
  const name = basename(file);
  if (address === null || !BACKUP_NAME.test(name))
    throw new OperatorError(
      `${file} is no address of a backup.`,
      'Write it as s3://bucket/prefix/onde-20261125T031500Z.backup.',
    );
  const prefix = address.prefix.split('/').slice(0, -1).join('/');
  const place = bucketPlace(openStore({ ...address, prefix }, settings), file);
  return (folder) => place.fetch(name, folder, signal);
}

type Show = (done: number, total: number | null, path: string | null) => void;

function postgresTarget(databaseUrl: string, name: string, show: Show): DatabaseTarget {
  const logger = createLogger({ level: 'warn', part: 'restore' });
  const from = `the backup ${name}`;
  return {
    async refuseUsed(folder) {
      await using target = await openPostgresSide(databaseUrl);
      await refuseUsedEarly(target, from, { folder, logger });
    },
    async take(path) {
      await using source = openSqliteSide(path, { isMade: false, name: from });
      await source.migrate(logger);
      await using target = await openPostgresSide(databaseUrl);
      await moveDatabase({ source, target, logger, nowMs: Date.now, onProgress: show });
    },
  };
}

const MEGABYTE = 1_000_000;

function megabytes(show: Show): (bytes: number, path: string) => void {
  let total = 0;
  return (bytes, path) => {
    const before = Math.floor(total / MEGABYTE);
    total += bytes;
    if (Math.floor(total / MEGABYTE) > before) show(Math.floor(total / MEGABYTE), null, path);
  };
}

interface Restored {
  readonly name: string;
  readonly target: string;
  readonly intoPostgres: string | null;
  readonly signOut: boolean;
}

function describe({ head, manifest }: ReadBackup, { name, target, intoPostgres, signOut }: Restored): string {
  const { plays = 0, users = 0 } = manifest.rows;
  const where = intoPostgres === null ? target : `${target}, its database in PostgreSQL`;
  return [
    `${name} of ${head.madeAt} is proved and stands in ${where} (plays: ${plays}, members: ${users}).`,
    ...(signOut ? ['Nobody is signed in there: members sign in again.'] : []),
    ...(users > 0
      ? [
          `What was deleted, hidden, blocked or logged out after ${head.madeAt} is back; docs/operations.md (“Putting a backup back”) says what to do about it.`,
        ]
      : []),
    head.withMedia
      ? 'Start Onde there: npm start'
      : 'Start Onde there: npm start. It renders the music of the station folder anew, which takes a while.',
    '',
  ].join('\n');
}
