import pg from 'pg';
import { postgresTypes } from '#src/db/postgres/connect-postgres.ts';
import type { Range, Row, RowChanges, Value, WritableRowStore } from './row-store.ts';
import { quoted, type TableShape } from './table-shapes.ts';

/**
 * Unique value taken, or a row that is referred to is not there:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CONFLICTS: ReadonlySet<unknown> = new Set(['23503', '23505']);

/** The rows of a PostgreSQL, over one connection; a transaction that is open on it is used. */
export class PostgresRows implements WritableRowStore {
  readonly #client: pg.Client;
  readonly #types = new Map<string, Promise<string[]>>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async count({ name }: TableShape): Promise<number> {
    const [row] = await this.#rows(`select count(*) from ${quoted(name)}`, []);
    return Number(row?.[0]);
  }

  async read(table: TableShape, { after, until, limit }: Range): Promise<Row[]> {
    const key = table.key.map((at) => quoted(table.columns[at] ?? '')).join(', ');
    const values = [...(after ?? []), ...(until ?? [])];
    const places = (from: number) => table.key.map((_, at) => `$${from + at + 1}`).join(', ');
    const bounds = [
      ...(after === null ? [] : [`(${key}) > (${places(0)})`]),
      ...(until === null ? [] : [`(${key}) <= (${places(after?.length ?? 0)})`]),
    ];
    const where = bounds.length === 0 ? '' : `where ${bounds.join(' and ')}`;
    const columns = table.columns.map(quoted).join(', ');
    const end = limit === null ? '' : `limit ${limit}`;
    return this.#rows(`select ${columns} from ${quoted(table.name)} ${where} order by ${key} ${end}`, values);
  }

  async write(table: TableShape, { insert = [], update = [], remove = [] }: RowChanges): Promise<void> {
    const name = quoted(table.name);
    const types = await this.#typesOf(table);
    const all = table.columns.map((_, at) => at);
    const columnsOf = (places: readonly number[]) => places.map((at) => quoted(table.columns[at] ?? ''));
    /** A column a parameter: `unnest($1::text[], …)`. */
    const listed = (places: readonly number[]) =>
      `unnest(${places.map((at, index) => `$${index + 1}::${types[at]}[]`).join(', ')})`;
    const match = columnsOf(table.key).map((column) => `"old".${column} = "new".${column}`);
    await this.#inTransaction(async () => {
      if (remove.length > 0)
        await this.#client.query(
          `delete from ${name} as "old" using ${listed(table.key)} as "new" (${columnsOf(table.key).join(', ')})
            where ${match.join(' and ')}`,
          inColumns(remove, table.key.length),
        );
      if (insert.length > 0)
        await this.#client.query(
          `insert into ${name} (${columnsOf(all).join(', ')}) select * from ${listed(all)}`,
          inColumns(insert, all.length),
        );
      if (update.length > 0) {
        const others = columnsOf(all.filter((at) => !table.key.includes(at)));
        await this.#client.query(
          `update ${name} as "old" set ${others.map((column) => `${column} = "new".${column}`).join(', ')}
            from ${listed(all)} as "new" (${columnsOf(all).join(', ')}) where ${match.join(' and ')}`,
          inColumns(update, all.length),
        );
      }
    });
  }

  async clear(tables: readonly TableShape[]): Promise<void> {
    if (tables.length > 0)
      await this.#client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  }

  async lastCounted(table: TableShape): Promise<number | null> {
    const sequence = await this.#sequenceOf(table);
    const [row] = await this.#rows(`select case when is_called then last_value end from ${sequence}`, []);
    return typeof row?.[0] === 'number' ? row[0] : null;
  }

  async countFrom(table: TableShape, last: number): Promise<void> {
    await this.#client.query('select setval($1::regclass, $2)', [await this.#sequenceOf(table), last]);
  }

  isConflict(error: unknown): boolean {
    return error instanceof pg.DatabaseError && CONFLICTS.has(error.code);
  }

  async #sequenceOf(table: TableShape): Promise<string> {
    const [row] = await this.#rows('select pg_get_serial_sequence($1, $2)', [
      quoted(table.name),
      table.columns[table.key[0] ?? 0] ?? '',
    ]);
    return String(row?.[0]);
  }

  /** How PostgreSQL calls the types of the columns. */
  #typesOf({ name, columns }: TableShape): Promise<string[]> {
    const known =
      this.#types.get(name) ??
      this.#rows(
        'select attname, format_type(atttypid, null) from pg_attribute where attrelid = $1::regclass and attnum > 0',
        [quoted(name)],
      ).then((rows) => {
        const types = new Map(rows.map(([column, type]) => [column, String(type)]));
        return columns.map((column) => types.get(column) ?? 'text');
      });
    this.#types.set(name, known);
    return known;
  }

  async #inTransaction(work: () => Promise<void>): Promise<void> {
    await this.#client.query('begin');
    try {
      await work();
      await this.#client.query('commit');
    } catch (error) {
      await this.#client.query('rollback').catch(() => {});
      throw error;
    }
  }

  async #rows(text: string, values: Value[]): Promise<Row[]> {
    const { rows } = await this.#client.query<Value[]>({
      text,
      values,
      rowMode: 'array',
      types: postgresTypes,
    });
    return rows;
  }
}

/** One array a column. */
function inColumns(rows: readonly Row[], count: number): Value[][] {
  return Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? null));
}
