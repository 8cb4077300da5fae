import '#src/platform/process/lean-heap.ts';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { takeScratch } from '#src/backup/scratch.ts';
import { NoInstance, requestReload } from '#src/broadcast/supervision/control-door.ts';
import { controlSocket } from '#src/broadcast/supervision/socket-folder.ts';
import { moveDatabase, refuseUsedEarly } from '#src/db/moving/move-database.ts';
import { dropMark, openToWriters, readMark } from '#src/db/moving/move-mark.ts';
import { openPostgresSide, openSqliteSide } from '#src/db/moving/move-side.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createLogger, type Logger } from '#src/platform/log/logger.ts';
import { type DataFolder, dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings, type Settings } from '#src/platform/settings/settings.ts';
import { requirePlaceApart } from './place-apart.ts';
import { showProgress } from './progress/show-progress.ts';

/** `onde migrate`: brings the database to this program's form, which every start does too, or moves it [W177]. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database to the form that this version needs, or move it to the other engine')
    .option('--to <place>', 'move it: postgres://… for the embedded database, a file for PostgreSQL')
    .option('--reopen', 'go on with a database that has moved, as it was then')
    .action(async ({ to, reopen = false }: { to?: string; reopen?: boolean }) => {
      const settings = readSettings(process.env);
      const logger = createLogger({
        level: settings.logLevel === 'info' ? 'warn' : settings.logLevel,
        part: 'migrate',
      });
      const folder = dataFolder(settings.dataDir);
      if (to !== undefined) await move(to, { settings, folder, logger });
      else if (reopen) await reopenMoved(settings, folder);
      else {
        await using _db = await openDatabase({
          databaseUrl: settings.databaseUrl,
          sqlitePath: folder.database,
          logger,
        });
        process.stdout.write('The database has the form that this version needs.\n');
      }
    });
}

interface Surroundings {
  settings: Settings;
  folder: DataFolder;
  logger: Logger;
}

async function move(to: string, { settings, folder, logger }: Surroundings): Promise<void> {
  const toPostgres = /^postgres(ql)?:\/\//.test(to);
  const from = toPostgres ? null : settings.databaseUrl;
  const file = toPostgres ? null : requirePlaceApart(to, settings);
  refuseNowhere(toPostgres, settings);
  if (file !== null) await refuseFolder(file, to, folder);
  await using scratch = await takeScratch(folder);
  await using source =
    from === null ? openSqliteSide(folder.database, { isMade: false }) : await openPostgresSide(from);
  await using target = file === null ? await openPostgresSide(to) : openSqliteSide(file, { isMade: true });
  if ((await readMark(source.statements)) === null) {
    // A move that is refused leaves the source as it is.
    await refuseUsedEarly(target, source.name, { folder: scratch.path, logger });
    await migrateSource(from, { folder, logger });
  }
  using display = showProgress();
  const { isNew, rows, heldMs } = await moveDatabase({
    source,
    target,
    logger,
    nowMs: Date.now,
    onProgress: (done, total, table) => display.show(done, total, table),
  });
  display[Symbol.dispose]();
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    isNew
      ? `${total} rows are in ${target.name}, each compared. Writing waited for ${(heldMs / 1000).toFixed(1)} s, the radio played on.\n`
      : `The database has been in ${target.name} since an earlier move.\n`,
  );
  // On the way to a file DATABASE_URL leads to the source: it is still to be taken out.
  if (toPostgres && settings.databaseUrl === to) await takeOver(folder);
  else process.stdout.write(nextStep(file, folder));
}

function refuseNowhere(toPostgres: boolean, { databaseUrl }: Settings): void {
  if (toPostgres || databaseUrl !== null) return;
  throw new OperatorError(
    'The database is embedded already, and can be moved to a PostgreSQL alone.',
    'For PostgreSQL: onde migrate --to postgres://name:password@host/database. For a copy: onde backup.',
  );
}

/** @param word the path as it was typed: with a slash at its end it is a folder's, which need not be there yet */
async function refuseFolder(path: string, word: string, { database }: DataFolder): Promise<void> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  if (!isFolder && !word.endsWith('/')) return;
  throw new OperatorError(
    `${path} ${isFolder ? 'is' : 'would be'} a folder, and a database is one file.`,
    `Name a file in it, such as ${join(path, basename(database))}.`,
  );
}

/** Brings it to the form of this program as a start does, with a copy of what it was [W171]. */
async function migrateSource(
  databaseUrl: string | null,
  { folder, logger }: Omit<Surroundings, 'settings'>,
): Promise<void> {
  await using _db = await openDatabase({ databaseUrl, sqlitePath: folder.database, logger });
}

/** The running radio goes over to where DATABASE_URL leads by now. */
async function takeOver(folder: DataFolder): Promise<void> {
  try {
    await requestReload(controlSocket(folder));
    process.stdout.write('The running station has gone over to it.\n');
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    // It may have the address from the shell of this command alone: then the station does not know it yet.
    const next = error instanceof NoInstance ? 'The next start uses it.\n' : nextStep(null, folder);
    process.stdout.write(`${error.message} ${next}`);
  }
}

/** @param file to which the database has gone; null: to PostgreSQL, whose address holds a password */
function nextStep(file: string | null, { database }: DataFolder): string {
  const setting = file === null ? 'set DATABASE_URL to that address' : 'unset DATABASE_URL';
  const place = file !== null && file !== database ? `put the file in its place, ${database}, ` : '';
  return `Now ${place}${setting} in .env, and run: npx onde reload. (A setting of the service’s unit counts from its next restart.) Until then pages can be read, and nothing is written.\n`;
}

async function reopenMoved(settings: Settings, folder: DataFolder): Promise<void> {
  await using side =
    settings.databaseUrl === null
      ? openSqliteSide(folder.database, { isMade: false })
      : await openPostgresSide(settings.databaseUrl);
  const mark = await readMark(side.statements);
  if (mark?.role !== 'source')
    throw new OperatorError('This database has not moved.', 'There is nothing to be done: start Onde.');
  await openToWriters(side.statements, await side.tableNames());
  await dropMark(side.statements);
  process.stdout.write(`This database is written to again. What ${mark.other} holds is left as it is.\n`);
}
