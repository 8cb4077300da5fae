import { OutsideError } from '#src/platform/errors/operator-error.ts';
import { Outage } from '#src/platform/log/outage.ts';

/**
 * A row that breaks a UNIQUE constraint or primary key, on either engine. Races are decided by the database:
 * insert, catch this, answer with the fitting error of the wire.
 */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  readonly table: string;
  /** In the constraint's order; empty when the engine does not name them. */
  readonly columns: readonly string[];

  constructor(table: string, columns: readonly string[], options?: ErrorOptions) {
    super(`A row of "${table}" with the same ${columns.join(', ') || 'key'} is already there.`, options);
    this.table = table;
    this.columns = columns;
  }
}

/** A row that refers to a row that is not (or no longer) there, on either engine. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';

  constructor(options?: ErrorOptions) {
    super('A row refers to a row that is not there.', options);
  }
}

/**
 * The database cannot answer now, but may soon: it restarts, is locked by another writer, or its disk is
 * full.
 */
export class DatabaseUnavailable extends OutsideError {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: Error) {
    super(`The database cannot answer: ${cause.message}`, { cause });
  }
}

/** Tells of a database that is away, whoever finds it so. */
export function databaseOutage(
  options: Pick<ConstructorParameters<typeof Outage>[0], 'clock' | 'logger'>,
): Outage {
  return new Outage({
    ...options,
    words: {
      gone: 'the database cannot answer, and calls are told to come back: check the database and its disk',
      back: 'the database answers again',
    },
  });
}
