import pg from 'pg';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { type PostgresState, refuseUnfit, STATE_QUERY } from './postgres-state.ts';

/** Object ids of int8 and numeric (pg_type.dat): read as numbers, as SQLite gives them. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 1700]);

/** How values are read. */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (NUMBER_TYPES.has(id) ? Number : pg.types.getTypeParser(id, format)),
};

/** A server that has lost its power never says that it is gone: who waits as long as it takes hears of it by these. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const CONNECT_TIMEOUT_MS = 10_000;
/**
 * For work that takes long. As pg_dump does: limits of a role or a server are meant for what is quick, and a copy or a
 * migration takes as long as it takes. A machine that has lost its power never says that it is gone, and what it has
 * locked others would wait for until TCP gives it up after two hours: the server asks whether it is there. Older servers
 * do not know all of them.
 */
export const LONG_WORK = `select set_config(name, wanted.setting, false)
  from pg_settings join (values ('statement_timeout', '0'), ('lock_timeout', '0'),
    ('idle_in_transaction_session_timeout', '0'), ('transaction_timeout', '0'),
    ('tcp_keepalives_idle', '20'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3')
  ) as wanted (name, setting) using (name)`;

/** One connection for work that takes long. Disposing closes it. */
export interface PostgresConnection extends AsyncDisposable {
  readonly client: pg.Client;
}

/**
 * Connects to a server that is to be read, or written to as well.
 * @throws {OperatorError} when it cannot be reached, or not be used
 */
export async function connectPostgres(url: string, purpose: 'read' | 'write'): Promise<PostgresConnection> {
  const client = openClient(url);
  // Whatever waits for an answer is told; without a listener the loss would end the process as well.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(LONG_WORK);
    const { rows } = await client.query<PostgresState>(STATE_QUERY);
    const [state] = rows;
    if (state) refuseUnfit({ ...state, read_only: state.read_only && purpose === 'write' });
  } catch (error) {
    void client.end().catch(() => {});
    throw error instanceof OperatorError ? error : unreachable(url, error);
  }
  return { client, [Symbol.asyncDispose]: () => client.end().catch(() => {}) };
}

/** @throws {OperatorError} for an address that cannot be read, or one that names a certificate which cannot */
function openClient(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...KEEP_ALIVE,
      application_name: 'onde',
      types: postgresTypes,
    });
  } catch (error) {
    throw unreachable(url, error);
  }
}

function unreachable(url: string, cause: unknown): OperatorError {
  // A start has read the address of DATABASE_URL; nobody has read that of a move.
  if (!URL.canParse(url))
    return new OperatorError(
      'The address of the database cannot be read.',
      'Write it as postgres://onde:secret@localhost/onde, with %23 %2F %3F %40 for a # / ? @ in the password.',
      { cause },
    );
  const { host, pathname } = new URL(url);
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '') || 'no answer';
  return new OperatorError(
    `The database ${pathname.slice(1)} at ${host || 'localhost'} cannot be reached: ${reason}.`,
    'See that PostgreSQL runs there, with room on its disk and for connections (max_connections), that the database exists, and that the address carries the right name and password.',
    { cause },
  );
}
