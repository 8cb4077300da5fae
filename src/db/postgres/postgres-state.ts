import { OperatorError } from '#src/platform/errors/operator-error.ts';

/** [W179] The oldest version that its makers still mend. */
const POSTGRES_MIN = 14;

/** What is asked of a PostgreSQL before it is used; its row goes to refuseUnfit. */
export const STATE_QUERY =
  "select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding, pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only";

export interface PostgresState {
  readonly version: number;
  readonly encoding: string;
  readonly read_only: boolean;
}

/**
 * Refuses a server that the program cannot work with.
 * @throws {OperatorError} that says why
 */
export function refuseUnfit({ version, encoding, read_only }: PostgresState): void {
  const major = Math.floor(version / 10_000);
  if (major < POSTGRES_MIN)
    throw new OperatorError(
      `This PostgreSQL is version ${major}; Onde needs ${POSTGRES_MIN} or newer.`,
      'Use a newer server: Debian and the others have packages, postgresql.org has them for older systems.',
    );
  if (encoding !== 'UTF8')
    throw new OperatorError(
      `This PostgreSQL keeps its text in ${encoding}; titles need every script.`,
      "Make a database of its own for Onde: create database onde encoding 'UTF8' template template0.",
    );
  if (read_only)
    throw new OperatorError(
      'This PostgreSQL can only be read: it is a standby, or set to default_transaction_read_only.',
      'Name the server that is written to in DATABASE_URL, or make this one the primary.',
    );
}
