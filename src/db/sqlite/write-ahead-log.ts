import type { DatabaseSync } from 'node:sqlite';
import { isSqliteBusy } from './sqlite-errors.ts';

const PAUSE_MS = 10;

/**
 * Keeps changes in a log of their own from now on, so that readers never wait for the writer. Of several connections
 * that turn a new file at once SQLite refuses some without the wait that the connection asks for
 * (https://sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode), so that the wait is made here.
 * @throws SQLite's error when the file cannot be written, or is still locked after `timeoutMs`
 */
export function writeAhead(database: DatabaseSync, timeoutMs: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    try {
      database.exec('pragma journal_mode = WAL');
      return;
    } catch (error) {
      if (!isSqliteBusy(error) || waitedMs >= timeoutMs) throw error;
      Atomics.wait(pause, 0, 0, PAUSE_MS);
    }
  }
}
