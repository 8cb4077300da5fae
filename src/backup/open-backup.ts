import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { countRows, refuseUnknownMigrations } from '#src/db/copies/snapshot.ts';
import { SqliteRows } from '#src/db/copies/sqlite-rows.ts';
import { readShapes } from '#src/db/copies/table-shapes.ts';
import { altered, DATABASE, UnsoundDatabase } from './backup-format.ts';
import { readFileChunks } from './backup-place.ts';
import { type ReadBackup, readArchive } from './read-archive.ts';
import { unseal } from './seal.ts';

export type OnBytes = (bytes: number, path: string) => void;

interface Opening {
  readonly key: string | null;
  readonly folder: string;
  readonly onBytes?: OnBytes;
  /** Whether only the database is unpacked, which has to lie on a disk to be proved. */
  readonly isForProof?: boolean;
}

/**
 * Opens a backup below an empty folder and proves it: every byte is what was written, the database opens, is sound, and
 * holds as many rows of each table as the source did [W174].
 * @throws {OperatorError} when it does not, or needs a newer program
 */
export async function openBackup(
  file: string,
  { key, folder, onBytes = () => {}, isForProof = false }: Opening,
): Promise<ReadBackup> {
  const backup = await readArchive(
    unseal(() => readFileChunks(file), key),
    { folder, onBytes, isKept: (path) => !isForProof || path === DATABASE },
  );
  refuseUnknownMigrations(backup.head.migrations);
  await proveDatabase(join(folder, DATABASE), backup);
  return backup;
}

async function proveDatabase(path: string, { manifest }: ReadBackup): Promise<void> {
  using database = new DatabaseSync(path);
  const found = database.prepare('pragma quick_check').all();
  if (found.length !== 1 || found[0]?.quick_check !== 'ok') throw new UnsoundDatabase(found);
  const counts = await countRows(new SqliteRows(database), readShapes(database));
  for (const [table, rows] of Object.entries(manifest.rows)) if (counts[table] !== rows) throw altered();
}
