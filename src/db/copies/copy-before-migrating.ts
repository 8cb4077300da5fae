import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '#src/contract/durations.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { namesIn } from '#src/platform/files/names-in.ts';
import { acquireLock } from '#src/platform/lock/lock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { appliedMigrations, type DatabasePlace, snapshotDatabase } from './snapshot.ts';

/** [W171] Copies of earlier forms that are kept. */
const EARLIER_FORMS_KEPT = 2;
/** [W240] A copy holds members, sessions and messages that have been deleted since. */
const EARLIER_FORM_DAYS = 30;
const NAME = /^before-.*\.sqlite$/;
/** A copy that is not whole yet, and the logs that SQLite keeps beside one. */
const PART = /^before-.*\.sqlite\.part(-journal|-wal|-shm)?$/;
const PAUSE_MS = 100;

export interface CopyFirst {
  place: DatabasePlace;
  folder: string;
  /** The migrations that are to come. */
  pending: () => Promise<readonly string[]>;
  nowMs: number;
  logger: Logger;
}

/**
 * Copies a database that is about to be migrated into a file of its own, then has it migrated; copies nothing where
 * nothing is to be migrated. Of several processes that start at once, one does it, and the others wait.
 * @throws {OperatorError} when the embedded database cannot be copied: then it stays as it is. A PostgreSQL whose
 * machine has no room here is migrated all the same, and the log says so.
 */
export async function copyBeforeMigrating<Migrated>(
  options: CopyFirst,
  migrate: () => Promise<Migrated>,
): Promise<Migrated> {
  if ((await options.pending()).length === 0) return await migrate();
  using _alone = await copyAlone(options);
  return await migrate();
}

/** What it gives keeps others away until it is disposed. */
async function copyAlone(options: CopyFirst): Promise<DisposableStack> {
  const { place, folder, pending, logger } = options;
  const alone = new DisposableStack();
  try {
    await mkdir(folder, { recursive: true });
    alone.use(await waitForLock(join(folder, 'lock')));
    const [first] = await pending();
    if (first !== undefined) await copy(options, first);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (place.databaseUrl === null) {
      alone.dispose();
      throw new OperatorError(
        `The database is to be brought to this version, and could not be copied before: ${reason.replace(/\.$/, '')}.`,
        `Make room for a copy in ${folder} (as much as the database takes), then start again. Nothing was changed.`,
        { cause: error },
      );
    }
    logger.warn(
      { reason },
      'the database is brought to this version without a copy of what it was, which could not be made: see that it has a backup of its own',
    );
  }
  return alone;
}

async function copy({ place, folder, nowMs, logger }: CopyFirst, first: string): Promise<void> {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const path = join(folder, `before-${first}-${stamp}.sqlite`);
  const part = `${path}.part`;
  await removeParts(folder);
  try {
    await snapshotDatabase(place, part);
    // Another machine may have migrated meanwhile.
    if (holds(part, first)) return;
    await rename(part, path);
  } finally {
    await removeParts(folder);
  }
  // The new one stays whatever the others are called: the clock may have been ahead when they were made.
  const isOther = (name: string) => NAME.test(name) && name !== basename(path);
  const others = (await readdir(folder)).filter(isOther).sort(byAge);
  for (const old of others.slice(0, 1 - EARLIER_FORMS_KEPT)) await rm(join(folder, old), { force: true });
  logger.info({ path }, 'Onde copied the database before it brings it to this version');
}

/** One copies at a time: what lies there is this one's, or that of one that was killed. */
async function removeParts(folder: string): Promise<void> {
  for (const name of await namesIn(folder, PART)) await rm(join(folder, name), { force: true });
}

/** Deletes copies to which nobody goes back any more [W240]. */
export async function sweepCopies(folder: string, nowMs: number): Promise<void> {
  // What was killed in the middle goes as well: with an older version nothing is pending there any more.
  const names = [...(await namesIn(folder, NAME)), ...(await namesIn(folder, PART))];
  for (const name of names)
    if (madeMs(name) <= nowMs - EARLIER_FORM_DAYS * DAY_MS) await rm(join(folder, name), { force: true });
}

/** When a copy was made, by its name; NaN where that does not say. */
function madeMs(name: string): number {
  const [, day = '', time = ''] = /-(\d{8})T(\d{6})Z\.sqlite/.exec(name) ?? [];
  const [year, month] = [day.slice(0, 4), day.slice(4, 6)];
  return Date.parse(
    `${year}-${month}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`,
  );
}

function holds(path: string, migration: string): boolean {
  using database = new DatabaseSync(path, { readOnly: true });
  return appliedMigrations(database).includes(migration);
}

/** By the time in their names. */
function byAge(one: string, other: string): number {
  return one.slice(-23) < other.slice(-23) ? -1 : 1;
}

async function waitForLock(path: string): Promise<Disposable> {
  for (;;) {
    const lock = acquireLock(path);
    if (lock !== null) return lock;
    await delay(PAUSE_MS);
  }
}
