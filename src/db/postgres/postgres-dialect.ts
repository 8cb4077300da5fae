import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver } from 'kysely';
import pg from 'pg';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { isDoneWithin } from '#src/platform/scheduling/done-within.ts';
import { askApart } from './ask-apart.ts';
import { KEEP_ALIVE, LONG_WORK, postgresTypes } from './connect-postgres.ts';
import { translatePostgresError } from './postgres-errors.ts';
import { PreparedStatements, prepareStatements } from './prepared-statements.ts';

/** PostgreSQL whose errors carry the same names as the embedded database's. */
export class TranslatingPostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new TranslatingPostgresDriver(this.#pool);
  }
}

class TranslatingPostgresDriver extends PostgresDriver {
  readonly #translating = new WeakSet<DatabaseConnection>();
  readonly #connections: SharedConnections;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#connections = new SharedConnections(pool, systemClock);
  }

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): ReturnType<PostgresDriver['acquireConnection']> {
    const connection = await this.#connections
      .take(() => super.acquireConnection(...options))
      .catch((error: unknown) => {
        throw translatePostgresError(error);
      });
    if (!this.#translating.has(connection)) {
      this.#translating.add(connection);
      const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection);
      connection.executeQuery = async (query, queryOptions) => {
        try {
          return await execute(query, queryOptions);
        } catch (error) {
          throw translatePostgresError(error);
        }
      };
    }
    return connection;
  }
}

const CONNECTIONS = 10;
/**
 * [W245] How long a call waits for a connection, be it a new one or one that others have. On a machine with too much to
 * do ten new ones at once take several seconds; a caller's proxy waits for eight (deploy/nginx).
 */
const CALLERS_WAIT_MS = 7_000;
const CONNECT_TIMEOUT_MS = { 'long work': 10_000, callers: CALLERS_WAIT_MS } as const;
const IDLE_TIMEOUT_MS = MINUTE_MS;
/** What a server answers to a change that takes none, such as one that another server has taken over from. */
const READ_ONLY = '25006';

/**
 * `onLost` is called for each connection that broke; the pool replaces them by itself. Callers are not kept waiting by
 * somebody's lock or for a server that is gone; long work, such as a migration, waits.
 */
export function createPostgresPool(
  databaseUrl: string,
  onLost: (error: Error) => void,
  purpose: 'long work' | 'callers' = 'long work',
): pg.Pool {
  const readOnly = new WeakSet<pg.ClientBase>();
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS[purpose],
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...KEEP_ALIVE,
    application_name: 'onde',
    types: postgresTypes,
    verify(client, done) {
      const ready =
        purpose === 'callers' ? limitWaiting(client, databaseUrl, readOnly) : client.query(LONG_WORK);
      void ready.then(() => done(), done);
    },
  });
  pool.on('error', onLost);
  // It would last for as long as that server, wherever the address leads by now.
  pool.on('release', (_error, client) => {
    if (readOnly.has(client) && client instanceof pg.Client) client.end().catch(() => {});
  });
  const statements = new PreparedStatements();
  pool.on('connect', (client) => {
    // A connection in use has no other listener for its loss: without one the error would end the process as well.
    client.on('error', onLost);
    prepareStatements(client, statements);
  });
  return pool;
}

/** `too_many_connections`: of the server, the database or the account. */
const NO_FURTHER = '53300';
/** [W245] How soon a server that had no further connection is asked for one again. */
const FURTHER_AGAIN_MS = 1_000;

/**
 * While the server gives no further connection, since others have them all, whoever asks waits for one that this
 * process has [W245].
 */
export class SharedConnections {
  readonly #pool: pg.Pool;
  readonly #clock: Pick<Clock, 'monotonicMs' | 'after'>;
  /** How long a call waits altogether, however often it asks. */
  readonly #waitMs: number;
  /** Those that the server has given. */
  #open = 0;
  /** Calls that ask for one at this moment. */
  readonly #asking = new Set<object>();
  /** Resolves when the next of them has one, or has none. */
  #told = Promise.withResolvers<void>();
  #refusedMs = Number.NEGATIVE_INFINITY;

  constructor(pool: pg.Pool, clock: Pick<Clock, 'monotonicMs' | 'after'>) {
    this.#pool = pool;
    this.#clock = clock;
    this.#waitMs = pool.options.connectionTimeoutMillis ?? 0;
    pool.on('connect', () => {
      this.#open += 1;
    });
    pool.on('remove', () => {
      this.#open -= 1;
    });
  }

  /**
   * @param connect waits as long as the pool's options say when it is called
   * @throws what `connect` throws; at once where this process has no connection to wait for
   */
  async take<Connection>(connect: () => Promise<Connection>): Promise<Connection> {
    const { options } = this.#pool;
    const untilMs = this.#nowMs + this.#waitMs;
    for (let leftMs = this.#waitMs; ; ) {
      if (this.#nowMs - this.#refusedMs >= FURTHER_AGAIN_MS) options.max = CONNECTIONS;
      try {
        return await this.#ask(connect, leftMs);
      } catch (error) {
        const isNoFurther = error instanceof pg.DatabaseError && error.code === NO_FURTHER;
        if (isNoFurther) await this.#followOthers(untilMs);
        leftMs = untilMs - this.#nowMs;
        if (!isNoFurther || this.#open === 0 || leftMs <= 0) throw error;
        this.#refusedMs = this.#nowMs;
        // The pool has the next ones wait in a row.
        options.max = this.#open;
      }
    }
  }

  get #nowMs(): number {
    return this.#clock.monotonicMs();
  }

  async #ask<Connection>(connect: () => Promise<Connection>, waitMs: number): Promise<Connection> {
    const { options } = this.#pool;
    const ask = {};
    this.#asking.add(ask);
    try {
      options.connectionTimeoutMillis = waitMs;
      const connecting = connect();
      options.connectionTimeoutMillis = this.#waitMs;
      return await connecting;
    } finally {
      this.#asking.delete(ask);
      this.#told.resolve();
      this.#told = Promise.withResolvers();
    }
  }

  /** Whoever asks at the same moment may be given the first one. */
  async #followOthers(untilMs: number): Promise<void> {
    const others = [...this.#asking];
    while (this.#open === 0 && others.some((ask) => this.#asking.has(ask))) {
      if (!(await isDoneWithin(untilMs - this.#nowMs, this.#told.promise, this.#clock))) return;
    }
  }
}

/** How long a statement waits for somebody else's lock: less than the embedded database waits for a writer. */
const LOCK_MS_MAX = 3_000;
/** After this long without an answer, the server is asked over another connection. */
const SUSPECT_MS = 3_000;
/** No answer within this time: the server is away, or the way to it. */
const ANSWER_MS_MAX = 2_500;

/**
 * After this long without a word in the middle of a transaction the server ends it. A machine that is gone says nothing,
 * and for hours nobody else would get what its transaction has locked.
 */
const STANDSTILL_MS_MAX = 15_000;

/** The last one, since who has waited for a lock has to see what its holder wrote: a server may say otherwise. */
const LIMIT = `select pg_backend_pid() as pid, set_config('lock_timeout', '${LOCK_MS_MAX}', false),
  set_config('idle_in_transaction_session_timeout', '${STANDSTILL_MS_MAX}', false),
  set_config('default_transaction_isolation', 'read committed', false)`;

/**
 * Has a new connection give up what will not be answered: a caller is told so before a proxy takes the whole process
 * for hanging. A server that has lost its power, or its network, ends no connection; what it works on takes as long
 * as it takes.
 * @param readOnly is given those that a change was refused on
 */
async function limitWaiting(
  client: pg.ClientBase,
  databaseUrl: string,
  readOnly: WeakSet<pg.ClientBase>,
): Promise<void> {
  const limiting = client.query<{ pid: number }>(LIMIT);
  if (!(await isDoneWithin(SUSPECT_MS, limiting, systemClock))) {
    limiting.catch(() => {});
    throw new Error('Connection terminated: no answer');
  }
  const [{ pid } = { pid: 0 }] = (await limiting).rows;
  client.query = new Proxy(client.query, {
    apply(query, self, given: readonly unknown[]) {
      const asked: unknown = Reflect.apply(query, self, given);
      if (asked instanceof Promise) {
        void followAnswer(asked, client, () => isAtWork(databaseUrl, pid));
        asked.catch((error: unknown) => {
          if (error instanceof pg.DatabaseError && error.code === READ_ONLY) readOnly.add(client);
        });
      }
      return asked;
    },
  });
}

async function followAnswer(
  asked: Promise<unknown>,
  client: pg.ClientBase,
  isWorkedOn: () => Promise<boolean>,
): Promise<void> {
  let isOver = false;
  const over = asked.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  while (!(await isDoneWithin(SUSPECT_MS, over, systemClock))) {
    if ((await isWorkedOn()) || isOver) continue;
    // Whoever waits is told that the connection has ended, and the pool opens another one.
    if (client instanceof pg.Client) client.connection.stream.destroy();
    return;
  }
}

/** One that has been idle for so long has never heard the question, or its answer is lost: the way to it is dead. */
const AT_WORK = `select 1 from pg_stat_activity where pid = $1 and not coalesce(
  state like 'idle%' and state_change < clock_timestamp() - interval '${ANSWER_MS_MAX} milliseconds', false)`;

/** Whether the server works on what that session was asked. One that refuses to say is there, too. */
async function isAtWork(databaseUrl: string, pid: number): Promise<boolean> {
  try {
    return (await askApart(databaseUrl, ANSWER_MS_MAX, AT_WORK, [pid])).length > 0;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  }
}
