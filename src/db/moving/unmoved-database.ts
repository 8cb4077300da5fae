import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Logger } from '#src/platform/log/logger.ts';
import { readMark, type Statements } from './move-mark.ts';

type Readable = Pick<Statements, 'engine' | 'rows'>;

/** A process has the file open, or was killed with it open, while its log is there: some of it is in that alone. */
const LOG = '-wal';
/** Opening waits for others, as a start does. */
const OPEN_TIMEOUT_MS = 5_000;

/**
 * Says in the log that the station begins in an empty PostgreSQL beside an embedded database that has members or plays
 * and has not moved [W268]. It begins all the same: who wants it empty need not ask.
 */
export async function tellOfUnmoved(postgres: Readable, sqlitePath: string, logger: Logger): Promise<void> {
  if (!existsSync(sqlitePath) || (await isUsed(postgres)) || !(await isLeft(sqlitePath))) return;
  logger.warn(
    { path: sqlitePath },
    'DATABASE_URL leads to an empty PostgreSQL, and the members and plays of this station are in its embedded database: to have them, make a new PostgreSQL database, and bring them there (npx onde migrate --to postgres://…)',
  );
}

/** False for one that cannot be read: nothing could be brought from it. */
async function isLeft(sqlitePath: string): Promise<boolean> {
  try {
    using database = openUntouched(sqlitePath);
    const embedded: Readable = { engine: 'sqlite', rows: async (text) => database.prepare(text).all() };
    return (await readMark(embedded)) === null && (await isUsed(embedded));
  } catch {
    return false;
  }
}

/** Neither makes nor locks anything, unless somebody has the file open, or was killed so: then it is another reader. */
function openUntouched(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  if (!existsSync(`${path}${LOG}`)) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true, timeout: OPEN_TIMEOUT_MS });
}

async function isUsed({ engine, rows }: Readable): Promise<boolean> {
  for (const table of ['users', 'plays']) {
    const there = await rows(
      engine === 'sqlite'
        ? `select 1 from sqlite_schema where name = '${table}'`
        : `select 1 where to_regclass('${table}') is not null`,
    );
    if (there.length > 0 && (await rows(`select 1 from ${table} limit 1`)).length > 0) return true;
  }
  return false;
}
