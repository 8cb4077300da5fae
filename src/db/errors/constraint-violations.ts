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
