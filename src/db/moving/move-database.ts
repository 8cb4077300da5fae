import { join } from 'node:path';
import { bringAlike } from '#src/db/copies/bring-alike.ts';
import { countRows, type OnProgress } from '#src/db/copies/snapshot.ts';
import type { TableShape } from '#src/db/copies/table-shapes.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { translatePostgresError } from '#src/db/postgres/postgres-errors.ts';
import { translateSqliteError } from '#src/db/sqlite/sqlite-errors.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { closeToWriters, dropMark, type MoveMark, readMark, writeMark } from './move-mark.ts';
import { isEmpty, type MoveSide, openSqliteSide } from './move-side.ts';

export interface MoveOptions {
  /** In the form of this program. */
  readonly source: MoveSide;
  readonly target: MoveSide;
  readonly logger: Logger;
  readonly nowMs: () => number;
  readonly onProgress?: OnProgress;
}

export interface MoveReport {
  /** False when it had moved there before. */
  readonly isNew: boolean;
  readonly rows: Readonly<Record<string, number>>;
  /** How long nobody could write. */
  readonly heldMs: number;
}

/** [W177] Passes with the writers held; what the first one changes, the second one compares again. */
const PASSES_MAX = 3;

/**
 * Moves a database to the other engine while it is used: first all rows, with everything going on; then, with writers
 * held and readers going on, each row is compared and what has changed meanwhile is brought over. Then the source takes
 * nothing any more. Killed at any point, the same call goes on.
 * @throws {OperatorError} when the target holds something else, or the source has moved elsewhere
 */
export async function moveDatabase(options: MoveOptions): Promise<MoveReport> {
  try {
    return await move(options);
  } catch (error) {
    throw explained(error);
  }
}

async function move(options: MoveOptions): Promise<MoveReport> {
  const { source, target, nowMs, logger } = options;
  const [left, taken] = [await readMark(source.statements), await readMark(target.statements)];
  refuseElsewhere(left, target);
  if (left !== null && taken === null)
    return { isNew: false, rows: await rowsSinceThen(options, left), heldMs: 0 };
  await takeTarget(options);
  await target.migrate(logger);
  const tables = shapesOf(options);
  if (left === null) {
    await source.beginReading();
    await pass(options, tables);
    await source.end('commit');
  }
  await source.beginAlone(tables);
  const heldSince = performance.now();
  try {
    await compareUntilEqual(options, tables);
    if (left === null) {
      await writeMark(source.statements, { role: 'source', other: target.name, at_ms: nowMs() });
      await closeToWriters(source.statements, tables);
    }
    await source.end('commit');
  } catch (error) {
    await source.end('rollback').catch(() => {});
    throw error;
  }
  const heldMs = performance.now() - heldSince;
  // Killed right before this: the next call finds the source moved, compares again and comes here.
  await dropMark(target.statements);
  await target.statements.run('analyze');
  return { isNew: true, rows: await countRows(target.rows, tables), heldMs };
}

/**
 * What is where the database has moved before.
 * @throws {OperatorError} when nothing of it is there any more
 */
async function rowsSinceThen(options: MoveOptions, left: MoveMark): Promise<Record<string, number>> {
  const { source, target } = options;
  const tables = shapesOf(options);
  const names = await target.tableNames();
  const there = tables.filter(({ name }) => names.includes(name));
  const isGone = there.length === 0 || (await isEmpty(target, tables));
  if (!isGone || (await isEmpty(source, tables))) return countRows(target.rows, there);
  const day = new Date(left.at_ms).toISOString().slice(0, 10);
  const where = source.statements.engine === 'sqlite' ? ', with DATABASE_URL unset' : '';
  throw new OperatorError(
    `This database moved to ${target.name} (${day}), where nothing of it is now.`,
    `See that this is the right place, and put back its latest backup if it was emptied. To go on with this database as it was then, or to move it once more: onde migrate --reopen${where}.`,
  );
}

async function compareUntilEqual(options: MoveOptions, tables: readonly TableShape[]): Promise<void> {
  for (let passes = 0; passes < PASSES_MAX; passes += 1) if ((await pass(options, tables)) === 0) return;
  throw new OperatorError(
    'The two databases do not become equal: somebody else writes into the new one.',
    'See that nothing uses it yet, then run the same command again.',
  );
}

async function pass(options: MoveOptions, tables: readonly TableShape[]): Promise<number> {
  const { source, target, onProgress = () => {} } = options;
  const counts = await countRows(source.rows, tables);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return bringAlike({ source: source.rows, target: target.rows, tables, total, onProgress });
}

function refuseElsewhere(left: MoveMark | null, target: MoveSide): void {
  if (left?.role === 'target')
    throw new OperatorError(
      `The database to be moved is itself not whole: a move from ${left.other} into it has not ended.`,
      'End that one first, by the same onde migrate --to.',
    );
  if (left !== null && left.other !== target.name)
    throw new OperatorError(
      `This database has moved to ${left.other}, not to ${target.name}.`,
      'Move it on from there.',
    );
}

async function takeTarget({ source, target, nowMs }: MoveOptions): Promise<void> {
  const ours = source.shapes() ?? target.shapes() ?? [];
  if ((await refuseUsedTarget(target, source.name, ours)) === 'begun') return;
  await writeMark(target.statements, { role: 'target', other: source.name, at_ms: nowMs() });
}

/**
 * Says how a database is found that is to be filled `from` another one: empty, or begun by the same move.
 * @throws {OperatorError} when it holds something else
 */
async function refuseUsedTarget(
  target: MoveSide,
  from: string,
  ours: readonly TableShape[],
): Promise<'empty' | 'begun'> {
  const taken = await readMark(target.statements);
  if (taken?.role === 'target' && taken.other === from) return 'begun';
  if (taken === null && (await isEmpty(target, ours))) return 'empty';
  throw new OperatorError(
    `${target.name} is not empty.`,
    'Choose a database without tables, so that nothing is lost: create database onde2; or, for a file, a name that is not there yet.',
  );
}

/**
 * The same before the other database has the form of this program, which says what is ours. `folder` is for what is
 * needed for a moment.
 * @throws as that does; nothing was changed then
 */
export async function refuseUsedEarly(
  target: MoveSide,
  from: string,
  { folder, logger }: { folder: string; logger: Logger },
): Promise<void> {
  await using empty = openSqliteSide(join(folder, 'empty.sqlite'), { isMade: true });
  await empty.migrate(logger);
  await refuseUsedTarget(target, from, empty.shapes() ?? []);
}

function shapesOf({ source, target }: MoveOptions): TableShape[] {
  const shapes = source.shapes() ?? target.shapes();
  if (shapes === null) throw new Error('one side of a move is an embedded database');
  return shapes;
}

/** PostgreSQL's `insufficient_privilege`. */
const NO_RIGHT = '42501';

function explained(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === NO_RIGHT)
    return new OperatorError(
      `The account of PostgreSQL may not make what a move needs: ${error.message}.`,
      'Give it a database that it owns: createdb --owner onde onde.',
      { cause: error },
    );
  const known = translatePostgresError(translateSqliteError(error));
  if (!(known instanceof DatabaseUnavailable)) return error;
  return new OperatorError(
    `The move was interrupted: ${known.message.replace(/\.$/, '')}.`,
    'Run the same command again: it goes on where it was. Until then the old database is used as before.',
    { cause: error },
  );
}
