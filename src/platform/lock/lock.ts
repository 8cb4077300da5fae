import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { makeFolder } from '#src/platform/files/make-folder.ts';

/** A dropped reference would let the garbage collector close the file and with it the lock. */
const held = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;

/**
 * Takes the lock at `path` until the returned handle is disposed or the process ends, however it ends: the
 * kernel drops it, so none is ever left behind. Null when another process, or this one, holds it. Child
 * processes do not inherit it.
 * @throws {OperatorError} when the file or its folder cannot be written
 */
export function acquireLock(path: string): Disposable | null {
  const database = openDatabase(path);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  held.add(database);
  return {
    [Symbol.dispose]() {
      if (held.delete(database)) database.close();
    },
  };
}

function openDatabase(path: string): DatabaseSync {
  try {
    makeFolder(dirname(path));
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw new OperatorError(
      `${path} cannot be opened for writing.`,
      'Give the user that runs Onde the right to write there, or set DATA_DIR to another folder.',
      { cause: error },
    );
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** A dropped reference would let the garbage collector close the file and with it the lock. */
const shared = new Set<DatabaseSync>();

/**
 * Holds the lock at `path` together with all who share it, until the returned handle is disposed or the
 * process ends: meanwhile nobody acquires it (`acquireLock`). Null when somebody has, or when there is no
 * such file to be read.
 */
export function shareLock(path: string): Disposable | null {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    // The lock comes with the first read of a transaction, and goes with its end.
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch {
    database?.close();
    return null;
  }
  const held = database;
  shared.add(held);
  return {
    [Symbol.dispose]() {
      if (shared.delete(held)) held.close();
    },
  };
}
