import { OutsideError } from '#src/platform/errors/outside-error.ts';

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
