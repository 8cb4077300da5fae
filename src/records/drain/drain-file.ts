import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import { AppendedLines, type FilePlace } from '#src/platform/files/appended-lines.ts';

/** Takes some lines of a file into the database, in the transaction that also moves the offset. */
export interface LineSink {
  /** Lines a transaction: other requests are answered between two of them. */
  readonly batchSize: number;
  /** Before the first line of a file that is new or was rewritten. */
  start(trx: Database): Promise<void>;
  take(trx: Database, lines: readonly string[]): Promise<void>;
}

const AT_START: FilePlace = { offsetBytes: 0, mark: '' };

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
  let place = await knownPlace(db, key);
  const fresh = place === null || !(await file.holds(place));
  if (place !== null && fresh) await forget(db, key);
  if (place === null || fresh) place = AT_START;

  for await (const { lines, end } of file.batches(place.offsetBytes, sink.batchSize)) {
    const from = place;
    const taken = await db.transaction().execute(async (trx) => {
      const known = (await knownPlace(trx, key)) ?? AT_START;
      if (known.offsetBytes !== from.offsetBytes) return false;
      if (from === AT_START) await sink.start(trx);
      await sink.take(trx, lines);
      await savePlace(trx, key, end);
      return true;
    });
    if (!taken || isStopped()) return false;
    place = end;
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

/** Keeps other processes from taking lines of the file until the transaction ends. */
export async function holdFile(trx: Database, path: string): Promise<void> {
  const places = trx
    .selectFrom('drain_offsets')
    .select('file')
    .where('file', '=', basename(path))
    .orderBy('head');
  await lockRows(trx, places).execute();
}

interface FileKey {
  file: string;
  head: string;
}

async function knownPlace(db: Database, { file, head }: FileKey): Promise<FilePlace | null> {
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

async function savePlace(trx: Database, key: FileKey, { offsetBytes, mark }: FilePlace): Promise<void> {
  const place = { offset_bytes: offsetBytes, mark };
  await trx
    .insertInto('drain_offsets')
    .values({ ...key, ...place })
    .onConflict((conflict) => conflict.columns(['file', 'head']).doUpdateSet(place))
    .execute();
}
