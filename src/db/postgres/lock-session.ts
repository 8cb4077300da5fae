import { createHash } from 'node:crypto';
import pg from 'pg';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { postgresTypes } from './connect-postgres.ts';
import { type PostgresState, refuseUnfit, STATE_QUERY } from './postgres-state.ts';

/** No answer within this time: the server is away, or the way to it. */
const ANSWER_MAX_MS = 1_500;
/** The first half of the key of each of our advisory locks: 'onde' in ASCII. */
const LOCKS_OF_ONDE = 0x6f6e6465;

/** What makes the server find out by itself that whoever has the lock is gone. A system that lacks one goes without. */
const SHORT_PATIENCE = {
  tcp_keepalives_idle: '1',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '2',
  tcp_user_timeout: '3000',
  client_connection_check_interval: '1000',
  lock_timeout: '1000',
  idle_in_transaction_session_timeout: '5000',
} as const;

interface LockSessionOptions {
  lock: string;
  /** By which other sessions know whose this is. */
  name: string;
  /** Called when the server has ended it, or the way to it has. */
  onLost: () => void;
}

/** One connection of its own, which has the lock for as long as it lives. */
export class LockSession {
  readonly #client: pg.Client;
  readonly #key: number;
  #isOpen = false;
  #isLost = false;

  private constructor(client: pg.Client, { lock, onLost }: Pick<LockSessionOptions, 'lock' | 'onLost'>) {
    this.#client = client;
    this.#key = createHash('sha256').update(lock).digest().readUInt32BE(0) >>> 1;
    const lose = () => {
      if (this.#isLost) return;
      this.#isLost = true;
      if (this.#isOpen) onLost();
    };
    client.on('error', lose);
    client.on('end', lose);
  }

  /** @throws when the server does not answer, or refuses; {OperatorError} for one that is not fit */
  static async open(url: string, { lock, name, onLost }: LockSessionOptions): Promise<LockSession> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_MAX_MS,
      query_timeout: ANSWER_MAX_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 1_000,
      application_name: name,
      types: postgresTypes,
    });
    const session = new LockSession(client, { lock, onLost });
    try {
      await client.connect();
      const { rows } = await client.query<PostgresState>(STATE_QUERY);
      for (const state of rows) refuseUnfit(state);
      for (const [setting, value] of Object.entries(SHORT_PATIENCE))
        await client.query('select set_config($1, $2, false)', [setting, value]).catch(throwLost);
      session.#isOpen = true;
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** @throws where it is lost: others may have the lock by now */
  requireOpen(): void {
    if (this.#isLost) throw new Error('the connection to the database is lost');
  }

  /** @throws and is lost, where the server does not answer in time */
  async ask(text: string, values: unknown[] = []): Promise<unknown[]> {
    this.requireOpen();
    try {
      return (await this.#client.query<Record<string, unknown>>(text, values)).rows;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.close();
      throw error;
    }
  }

  /** Takes the lock if nobody has it. */
  async tryLock(): Promise<boolean> {
    const rows = await this.ask('select 1 where pg_try_advisory_lock($1, $2)', [LOCKS_OF_ONDE, this.#key]);
    return rows.length > 0;
  }

  async unlock(): Promise<void> {
    await this.ask('select pg_advisory_unlock_all()');
  }

  /** Ends the session of this name that has the lock: the server may not have noticed yet that its owner is gone. */
  async endHolder(name: string): Promise<void> {
    await this.ask(
      `select pg_terminate_backend(activity.pid) from pg_locks locks join pg_stat_activity activity using (pid)
       where locks.locktype = 'advisory' and locks.granted and locks.classid::bigint = $1 and locks.objid::bigint = $2
       and locks.objsubid = 2 and activity.datname = current_database() and activity.application_name = $3
       and activity.pid <> pg_backend_pid()`,
      [LOCKS_OF_ONDE, this.#key, name],
    );
  }

  /** At once, without a word: whoever waits on the other side may be gone. */
  close(): void {
    this.#isLost = true;
    void this.#client.end().catch(() => {});
    this.#client.connection?.stream?.destroy();
  }
}

function throwLost(error: unknown): void {
  if (!(error instanceof pg.DatabaseError)) throw error;
}

/** Classes of errors that time does not mend: no such account, wrong password, no such database. */
const REFUSED = /^(28|3D)/;

/** What an operator has to mend before this machine can take part in its group; null for what time mends. */
export function refusalOf(error: unknown): { message: string; remedy: string } | null {
  if (error instanceof OperatorError) return { message: error.message, remedy: error.remedy };
  if (!(error instanceof pg.DatabaseError) || !REFUSED.test(error.code ?? '')) return null;
  return {
    message: `The database of BROADCAST_GROUP refuses this machine: ${error.message.replace(/\.$/, '')}.`,
    remedy: 'See that the database exists, and that DATABASE_URL carries the right name and password.',
  };
}
