import type { TableShape } from './table-shapes.ts';

/** What both engines store. */
export type Value = string | number | Uint8Array | null;
/** In the order of the columns; of keys, in the order of the key. */
export type Row = readonly Value[];

/** Rows behind `after`, up to and with `until`, by their key; null for no end. */
export interface Range {
  readonly after: Row | null;
  readonly until: Row | null;
  readonly limit: number | null;
}

/** Rows of a database, whichever engine it is. */
export interface RowStore {
  count(table: TableShape): Promise<number>;
  /** In the order of their keys. */
  read(table: TableShape, range: Range): Promise<Row[]>;
  /** The last key that the database has counted; null when it has not begun. */
  lastCounted(table: TableShape): Promise<number | null>;
}

export interface RowChanges {
  readonly insert?: readonly Row[];
  readonly update?: readonly Row[];
  /** Keys. */
  readonly remove?: readonly Row[];
}

/** Rows that can be changed: each call is a transaction of its own. */
export interface WritableRowStore extends RowStore {
  write(table: TableShape, changes: RowChanges): Promise<void>;
  clear(tables: readonly TableShape[]): Promise<void>;
  /** The next key comes after this one. */
  countFrom(table: TableShape, last: number): Promise<void>;
  /** Whether rows were refused because of other rows: the same unique value, or one that they refer to. */
  isConflict(error: unknown): boolean;
}

/** The key of a row. */
export function keyOf({ key }: TableShape, row: Row): Value[] {
  return key.map((at) => row[at] ?? null);
}

export function isSameRow(one: Row, other: Row): boolean {
  return one.length === other.length && one.every((value, at) => isSame(value, other[at] ?? null));
}

function isSame(one: Value, other: Value): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other) === 0;
  return one === other;
}
