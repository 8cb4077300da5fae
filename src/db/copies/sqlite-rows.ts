import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { isSqliteConstraint } from '#src/db/sqlite/sqlite-errors.ts';
import {
  keyOf,
  type Range,
  type Row,
  type RowChanges,
  type Value,
  type WritableRowStore,
} from './row-store.ts';
import { quoted, type TableShape } from './table-shapes.ts';

/** The rows of an embedded database, read and written in the event loop: few at once where that has other things to do. */
export class SqliteRows implements WritableRowStore {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async count({ name }: TableShape): Promise<number> {
    return Number(this.#prepare(`select count(*) as rows from ${quoted(name)}`).get()?.rows);
  }

  async read(table: TableShape, { after, until, limit }: Range): Promise<Row[]> {
    const key = table.key.map((at) => quoted(table.columns[at] ?? '')).join(', ');
    const places = table.key.map(() => '?').join(', ');
    const bounds = [
      ...(after === null ? [] : [`(${key}) > (${places})`]),
      ...(until === null ? [] : [`(${key}) <= (${places})`]),
    ];
    const where = bounds.length === 0 ? '' : `where ${bounds.join(' and ')}`;
    const columns = table.columns.map(quoted).join(', ');
    return this.#prepare(`select ${columns} from ${quoted(table.name)} ${where} order by ${key} limit ?`)
      .all(...(after ?? []), ...(until ?? []), limit ?? -1)
      .map((row) => Object.values(row).map(storedValue));
  }

  async write(table: TableShape, { insert = [], update = [], remove = [] }: RowChanges): Promise<void> {
    const name = quoted(table.name);
    const isKey = (_: string, at: number) => table.key.includes(at);
    const where = table.key.map((at) => `${quoted(table.columns[at] ?? '')} = ?`).join(' and ');
    this.#inTransaction(() => {
      if (remove.length > 0) this.#each(`delete from ${name} where ${where}`, remove);
      if (insert.length > 0)
        this.#each(`insert into ${name} values (${table.columns.map(() => '?').join(', ')})`, insert);
      if (update.length > 0) {
        const others = table.columns.filter((column, at) => !isKey(column, at));
        this.#each(
          `update ${name} set ${others.map((column) => `${quoted(column)} = ?`).join(', ')} where ${where}`,
          update.map((row) => [...row.filter((_, at) => !table.key.includes(at)), ...keyOf(table, row)]),
        );
      }
    });
  }

  async clear(tables: readonly TableShape[]): Promise<void> {
    this.#inTransaction(() => {
      for (const { name } of tables.toReversed()) this.#database.exec(`delete from ${quoted(name)}`);
    });
  }

  async lastCounted({ name }: TableShape): Promise<number | null> {
    const row = this.#prepare('select seq from sqlite_sequence where name = ?').get(name);
    return row === undefined ? null : Number(row.seq);
  }

  async countFrom({ name }: TableShape, last: number): Promise<void> {
    this.#prepare('delete from sqlite_sequence where name = ?').run(name);
    this.#prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last);
  }

  isConflict(error: unknown): boolean {
    return isSqliteConstraint(error);
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('begin immediate');
    try {
      work();
      this.#database.exec('commit');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  #each(sql: string, rows: readonly Row[]): void {
    const statement = this.#prepare(sql);
    for (const row of rows) statement.run(...row);
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function storedValue(value: SQLOutputValue): Value {
  return typeof value === 'bigint' ? Number(value) : value;
}
