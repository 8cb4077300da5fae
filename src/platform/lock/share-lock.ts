import { DatabaseSync } from 'node:sqlite';

/** A dropped reference would let the garbage collector close the file and with it the lock. */
const shared = new Set<DatabaseSync>();

/**
 * Holds the lock at `path` together with all who share it, until the returned handle is disposed or the process ends:
 * meanwhile nobody acquires it (`acquireLock`). Null when somebody has, or when there is no such file to be read.
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
