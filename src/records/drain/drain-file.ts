import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import { AppendedLines, type FileOffset } from '#src/platform/files/appended-lines.ts';

/** Takes some lines of a file into the database, in the transaction that also moves the offset. */
export interface LineSink {
  /** Lines in one transaction: other requests are answered between two of them. */
  readonly batchSize: number;
  /** Before the first line of a file that is new or was rewritten. */
  start(trx: Database): Promise<void>;
  take(trx: Database, lines: readonly string[]): Promise<void>;
}

const AT_START: FileOffset = { offsetBytes: 0, mark: '' };

/**
 * Takes what a growing file has gained since the last time into the database. Lines and offset are committed together,
 * so a crash loses nothing and repeats nothing; of several processes that drain the same file, the slower ones stop.
 * True when all whole lines of it are there.
 */
export async function drainFile(
  db: Database,
  path: string,
  sink: LineSink,
  isStopped: () => boolean,
): Promise<boolean> {
  const opened = await AppendedLines.open(path);
  if (opened === null) return true;
  await using file = opened;
  const head = await file.head();
  if (head === null) return true;
  const key = { file: basename(path), head };
  let offset = await knownOffset(db, key);
  const fresh = offset === null || !(await file.holds(offset));
  if (offset !== null && fresh) await forget(db, key);
  if (offset === null || fresh) offset = AT_START;

  for await (const { lines, end } of file.batches(offset.offsetBytes, sink.batchSize)) {
    const from = offset;
    const taken = await db.transaction().execute(async (trx) => {
      const known = (await knownOffset(trx, key)) ?? AT_START;
      if (known.offsetBytes !== from.offsetBytes) return false;
      if (from === AT_START) await sink.start(trx);
      await sink.take(trx, lines);
      await saveOffset(trx, key, end);
      return true;
    });
    if (!taken || isStopped()) return false;
    offset = end;
    await setImmediate();
  }
  return true;
}

/** Removes a file that is drained and grows no more, and what was remembered of it. */
export async function removeDrainedFile(db: Database, path: string): Promise<void> {
  const opened = await AppendedLines.open(path);
  if (opened === null) return;
  await using file = opened;
  const head = await file.head();
  await rm(path, { force: true });
  if (head !== null) await forget(db, { file: basename(path), head });
}

/**
 * Keeps other processes from taking lines of the file until the transaction ends.
 * @param path or the file's name
 */
export async function holdFile(trx: Database, path: string): Promise<void> {
  const offsets = trx
    .selectFrom('drain_offsets')
    .select('file')
    .where('file', '=', basename(path))
    .orderBy('head');
  await lockRows(trx, offsets).execute();
}

interface FileKey {
  file: string;
  head: string;
}

async function knownOffset(db: Database, { file, head }: FileKey): Promise<FileOffset | null> {
  const query = db
    .selectFrom('drain_offsets')
    .select(['offset_bytes', 'mark'])
    .where('file', '=', file)
    .where('head', '=', head);
  const row = await (db.isTransaction ? lockRows(db, query) : query).executeTakeFirst();
  return row === undefined ? null : { offsetBytes: row.offset_bytes, mark: row.mark };
}

async function forget(db: Database, { file, head }: FileKey): Promise<void> {
  await db.deleteFrom('drain_offsets').where('file', '=', file).where('head', '=', head).execute();
}

async function saveOffset(trx: Database, key: FileKey, { offsetBytes, mark }: FileOffset): Promise<void> {
  const offset = { offset_bytes: offsetBytes, mark };
  await trx
    .insertInto('drain_offsets')
    .values({ ...key, ...offset })
    .onConflict((conflict) => conflict.columns(['file', 'head']).doUpdateSet(offset))
    .execute();
}
