import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { command } from './postgres.ts';

/**
 * Databases in this program's form on one server, each a copy of the template. What a test has written is taken
 * back, and the database serves the next: to make one and to drop it takes the server several times as long.
 */
export class UsedDatabases {
  readonly #server: string;
  readonly #template: string;
  readonly #free: string[] = [];
  /** A connection to each, which knows its catalogue. */
  readonly #clients = new Map<string, pg.Client>();
  #asMade: Form | null = null;

  constructor(server: string, template: string) {
    this.#server = server;
    this.#template = template;
  }

  /** The name of one that nobody else uses, as it was made. */
  async take(): Promise<string> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const name = `${this.#template}_${randomBytes(8).toString('hex')}`;
    await command(this.#server, `create database ${name} template ${this.#template} strategy wal_log`);
    this.#asMade ??= await readForm(await this.#client(name));
    return name;
  }

  /** Ends all connections to it. One whose tables or rules were changed is dropped. */
  async giveBack(name: string): Promise<void> {
    if (this.#asMade !== null && (await takeBack(await this.#client(name), this.#asMade))) {
      this.#free.push(name);
      return;
    }
    await this.#clients.get(name)?.end();
    await command(this.#server, `drop database ${name} with (force)`);
  }

  async #client(name: string): Promise<pg.Client> {
    const known = this.#clients.get(name);
    if (known) return known;
    const client = new pg.Client({ connectionString: addressOf(this.#server, name) });
    // A test may end all that is connected.
    client.on('error', () => this.#clients.delete(name));
    await client.connect();
    this.#clients.set(name, client);
    return client;
  }
}

/** The address of a database of a server. */
export function addressOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** What a database of this program has before anything is written. */
interface Form {
  /** Tells of everything that statements which define something may change. */
  readonly schema: string;
  readonly tables: readonly string[];
  readonly sequences: readonly string[];
  /** The rows that migrations write, as JSON, by table. */
  readonly rows: ReadonlyMap<string, string>;
}

const SCHEMA = `
  select md5(string_agg(line, ',' order by line)) as schema from (
    select 'class ' || oid || relname || relnatts from pg_class where relnamespace = 'public'::regnamespace
    union all
    select 'column ' || attrelid || attname || atttypid || attnotnull || attisdropped from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select 'constraint ' || oid || convalidated from pg_constraint
    union all select 'trigger ' || oid || tgenabled::text from pg_trigger
    union all select 'function ' || oid from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'setting ' || setdatabase || array_to_string(setconfig, ' ') from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  ) as lines (line)`;

async function readForm(client: pg.Client): Promise<Form> {
  const named = async (kind: 'r' | 'S') => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = $1`,
      [kind],
    );
    return rows.map(({ name }) => name);
  };
  const tables = await named('r');
  const written = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await client.query<{ rows: string | null }>(
      `select json_agg(row)::text as rows from ${table} as row`,
    );
    if (rows[0]?.rows) written.set(table, rows[0].rows);
  }
  return { schema: await schemaOf(client), tables, sequences: await named('S'), rows: written };
}

async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(SCHEMA);
  return rows[0]?.schema ?? '';
}

/** False when it can no longer become what it was. */
async function takeBack(client: pg.Client, form: Form): Promise<boolean> {
  // One that is being ended may still write: its locks are waited for.
  await client.query(
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  if ((await schemaOf(client)) !== form.schema) return false;
  // Without triggers, those of references included.
  await client.query(`begin; set local session_replication_role = replica;
    ${form.tables.map((table) => `delete from ${table};`).join('')}
    ${form.sequences.map((sequence) => `select setval('${sequence}', 1, false);`).join('')}`);
  for (const [table, rows] of form.rows)
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      rows,
    ]);
  await client.query('commit');
  return true;
}
