import { isSameRow, keyOf, type Row, type RowStore, type Value, type WritableRowStore } from './row-store.ts';
import type { TableShape } from './table-shapes.ts';

export interface AlikeOptions {
  source: RowStore;
  target: WritableRowStore;
  /** Those that others refer to first. */
  tables: readonly TableShape[];
  /** How many rows they have, all together. */
  total: number;
  /** Called with the rows that were looked at so far. */
  onProgress: (done: number, total: number, table: string) => void;
}

/** With what is called for the rows that were looked at since the last call. */
type Plan = Pick<AlikeOptions, 'source' | 'target' | 'tables'> & {
  onRows: (rows: number, table: string) => void;
};

/**
 * Brings the tables of the target to what those of the source hold, and gives how many rows had to be changed. What is
 * there already is compared row by row, so that a copy that was interrupted goes on, and one that is whole is proved.
 */
export async function bringAlike(options: AlikeOptions): Promise<number> {
  const { source, target, tables, total, onProgress } = options;
  let done = 0;
  const plan: Plan = {
    source,
    target,
    tables,
    onRows(count, table) {
      done += count;
      onProgress(done, total, table);
    },
  };
  try {
    return await mendAll(plan);
  } catch (error) {
    // Rows that have changed places: a name that one had is another one's now. No order of single changes is sure.
    if (!target.isConflict(error)) throw error;
    await target.clear(tables);
    return mendAll(plan);
  }
}

async function mendAll(options: Plan): Promise<number> {
  const { source, target, tables } = options;
  const surplus = new Map<TableShape, Row[]>();
  let changed = 0;
  for (const table of tables) {
    if ((await target.count(table)) === 0) changed += await fill(options, table);
    else {
      const found = await mend(options, table);
      changed += found.changed + found.surplus.length;
      surplus.set(table, found.surplus);
    }
    const last = table.isCounted ? await source.lastCounted(table) : null;
    if (last !== null) await target.countFrom(table, last);
  }
  for (const [table, keys] of [...surplus].toReversed())
    if (keys.length > 0) await target.write(table, { remove: keys });
  return changed;
}

/** While one batch is written, the next one is read. */
async function fill({ source, target, onRows }: Plan, table: TableShape): Promise<number> {
  let count = 0;
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const { rows } of batches(source, table)) {
      await writing;
      writing = target.write(table, { insert: rows });
      // Told where it is waited for.
      writing.catch(() => {});
      count += rows.length;
      onRows(rows.length, table.name);
    }
  } finally {
    await writing;
  }
  return count;
}

async function mend(
  { source, target, onRows }: Plan,
  table: TableShape,
): Promise<{ changed: number; surplus: Row[] }> {
  let changed = 0;
  const surplus: Row[] = [];
  for await (const { rows, after, until } of batches(source, table)) {
    const there = new Map(
      (await target.read(table, { after, until, limit: null })).map((row) => [
        nameOf(keyOf(table, row)),
        row,
      ]),
    );
    const insert: Row[] = [];
    const update: Row[] = [];
    for (const row of rows) {
      const name = nameOf(keyOf(table, row));
      const other = there.get(name);
      if (other === undefined) insert.push(row);
      else if (!isSameRow(row, other)) update.push(row);
      there.delete(name);
    }
    for (const row of there.values()) surplus.push(keyOf(table, row));
    if (insert.length + update.length > 0) await target.write(table, { insert, update });
    changed += insert.length + update.length;
    onRows(rows.length, table.name);
  }
  return { changed, surplus };
}

interface Batch {
  readonly rows: readonly Row[];
  readonly after: Row | null;
  /** Null for the last one, behind which there is nothing. */
  readonly until: Row | null;
}

/** The rows in the order of their keys. The last batch may be empty. */
async function* batches(source: RowStore, table: TableShape): AsyncGenerator<Batch> {
  for (let after: Row | null = null; ; ) {
    const rows: Row[] = await source.read(table, { after, until: null, limit: table.rowsAtOnce });
    const last = rows.length < table.rowsAtOnce ? undefined : rows.at(-1);
    const until: Row | null = last === undefined ? null : keyOf(table, last);
    yield { rows, after, until };
    if (until === null) return;
    after = until;
  }
}

function nameOf(key: readonly Value[]): string {
  return JSON.stringify(key);
}
