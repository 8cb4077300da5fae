import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';

/** A table as it is copied from one database to another. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Which of the columns are the key, in its order. */
  readonly key: readonly number[];
  /** Whether the database counts the key by itself. */
  readonly isCounted: boolean;
  /** How many rows are held in memory at once. */
  readonly rowsAtOnce: number;
}

/** The table that says of a database that it has moved, or is being filled by a move that has not ended. */
export const MOVE_TABLE = 'onde_move';
/** What belongs to the database and not to the station: Kysely's own, and that mark. */
const NOT_COPIED = new RegExp(`^(sqlite_|kysely_|${MOVE_TABLE})`);

/** The keeper of a group copies beside its beats, and what is written at once has its event loop alone. */
const ROWS_AT_ONCE = 1_000;
/** Of rows that hold pictures. */
const LARGE_ROWS_AT_ONCE = 100;

const tableSchema = z.object({ name: z.string(), sql: z.string() });
const columnSchema = z.object({ name: z.string(), type: z.string(), pk: z.number() });
const parentSchema = z.object({ table: z.string() });

/**
 * The tables of a database of ours, those that others refer to first. Both engines have the same ones; SQLite tells
 * them.
 */
export function readShapes(database: DatabaseSync): TableShape[] {
  const tables = database
    .prepare("select name, sql from sqlite_schema where type = 'table' order by name")
    .all()
    .map((row) => tableSchema.parse(row))
    .filter(({ name }) => !NOT_COPIED.test(name));
  const shapes = new Map(tables.map((table) => [table.name, shapeOf(database, table)]));
  const ordered = new Set<TableShape>();
  const add = (name: string) => {
    const shape = shapes.get(name);
    if (shape === undefined || ordered.has(shape)) return;
    for (const parent of parentsOf(database, name)) if (parent !== name) add(parent);
    ordered.add(shape);
  };
  for (const name of shapes.keys()) add(name);
  return [...ordered];
}

function shapeOf(database: DatabaseSync, { name, sql }: z.infer<typeof tableSchema>): TableShape {
  const columns = database
    .prepare(`pragma table_info(${quoted(name)})`)
    .all()
    .map((row) => columnSchema.parse(row));
  const key = columns
    .map(({ pk }, at) => ({ pk, at }))
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk)
    .map(({ at }) => at);
  if (key.length === 0) throw new Error(`the table ${name} has no key by which its rows could be copied`);
  return {
    name,
    columns: columns.map((column) => column.name),
    key,
    isCounted: /\bautoincrement\b/i.test(sql),
    rowsAtOnce: columns.some(({ type }) => /blob/i.test(type)) ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE,
  };
}

function parentsOf(database: DatabaseSync, name: string): string[] {
  return database
    .prepare(`pragma foreign_key_list(${quoted(name)})`)
    .all()
    .map((row) => parentSchema.parse(row).table);
}

/** A name as both engines take it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
