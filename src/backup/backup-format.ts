import * as z from 'zod/mini';
import { OperatorError } from '#src/platform/errors/operator-error.ts';

/** [W172] Counted up when an older program could not read what this one writes. */
export const BACKUP_FORMAT = 1;

/** The first entry of a backup, by which a program knows whether it can read it. */
export const HEAD = 'onde-backup.json';
/** The last one: what the others have to be. */
export const MANIFEST = 'manifest.json';
/**
 * The head and the manifest are read into memory: a million recordings with their media. No text can have more than
 * 512 MiB.
 */
export const JSON_BYTES_MAX = 500 * 1024 * 1024;
/** The database, whichever engine it came from. */
export const DATABASE = 'onde.sqlite';

/**
 * [W202] Folder of the files whose path is no UTF-8, which no name in the archive can say: they are numbered there, and
 * the manifest has the bytes of the path.
 */
export const OTHER_NAMES = 'other-names';

/** Of whatever format: the rest is read once that is known. */
export const formatSchema = z.object({ format: z.number() });

export const headSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** ISO 8601 */
  madeAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  withMedia: z.boolean(),
});
export type BackupHead = z.infer<typeof headSchema>;

export const manifestSchema = z.object({
  /** Rows of each table, counted in the source at the instant of the copy. */
  rows: z.record(z.string(), z.number()),
  parts: z.array(
    z.object({
      path: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      /** Where it was, in hexadecimal digits, of a file in OTHER_NAMES. */
      was: z.optional(z.string().check(z.regex(/^([0-9a-f]{2})+$/))),
    }),
  ),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

/** `onde-20261125T031500Z.backup`: in the order of their names they are in the order of time. */
export const BACKUP_NAME = /^onde-\d{8}T\d{6}Z\.backup$/;

export function backupName(nowMs: number): string {
  return `onde-${new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
}

const ANOTHER = 'Take another one: onde restore takes any file that onde backup has written.';

export function cutShort(cause?: unknown): OperatorError {
  return new OperatorError('The backup is cut short: its end is missing.', ANOTHER, { cause });
}

export function altered(cause?: unknown): OperatorError {
  return new OperatorError(
    'The backup was altered after it was written: it does not hold what it says.',
    ANOTHER,
    {
      cause,
    },
  );
}

/** The database of a backup is not sound, though every byte of it is what was written. */
export class UnsoundDatabase extends OperatorError {
  constructor(cause?: unknown) {
    super('The database of the backup is damaged.', ANOTHER, { cause });
  }
}

/** A disk that fails says nothing of the backup. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

export function cutOrAltered(cause: unknown): OperatorError {
  return new OperatorError(
    'The backup cannot be opened to its end: it is cut short, or was altered after it was written.',
    ANOTHER,
    { cause },
  );
}

export function tooManyFiles(count: number): OperatorError {
  return new OperatorError(
    `The backup would have ${count} files, more than the list of them can hold: it was not made.`,
    'Run onde backup without --with-media, and copy DATA_DIR/media by other means: the import can make it again, too.',
  );
}

export function noBackup(): OperatorError {
  return new OperatorError(
    'This is no backup of Onde, or its beginning is damaged.',
    'Name a file that onde backup has written.',
  );
}

export function tooNew(): OperatorError {
  return new OperatorError(
    'The backup was made by a newer version of the program.',
    'Update Onde, then restore it: git pull && npm run build.',
  );
}
