import * as z from 'zod/mini';
import { MOVE_TABLE, quoted, type TableShape } from '#src/db/copies/table-shapes.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';

const markSchema = z.object({
  /** `source`: it has moved to `other`. `target`: it is being filled from `other`. */
  role: z.enum(['source', 'target']),
  other: z.string(),
  at_ms: z.number(),
});
export type MoveMark = z.infer<typeof markSchema>;

/** Statements of either engine, one at a time. */
export interface Statements {
  readonly engine: 'sqlite' | 'postgres';
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<unknown[]>;
}

/** Null where nothing was moved. */
export async function readMark(statements: Pick<Statements, 'engine' | 'rows'>): Promise<MoveMark | null> {
  const there = await statements.rows(
    statements.engine === 'sqlite'
      ? `select name from sqlite_schema where name = '${MOVE_TABLE}'`
      : `select 1 where to_regclass('${MOVE_TABLE}') is not null`,
  );
  if (there.length === 0) return null;
  const [row] = await statements.rows(`select role, other, at_ms from ${MOVE_TABLE}`);
  // Earlier versions made the table first: killed right after, they left one without a row.
  return row === undefined ? null : markSchema.parse(row);
}

/** Killed at any point it leaves the whole mark or none. */
export async function writeMark(statements: Statements, { role, other, at_ms }: MoveMark): Promise<void> {
  await statements.run(`drop table if exists ${MOVE_TABLE}`);
  await statements.run(
    `create table ${MOVE_TABLE} as select '${role}' as role, '${other.replaceAll("'", "''")}' as other, cast(${Math.round(at_ms)} as bigint) as at_ms`,
  );
}

export async function dropMark(statements: Statements): Promise<void> {
  await statements.run(`drop table ${MOVE_TABLE}`);
}

/** From here on the database is read alone, whoever has it open: what was written there would be lost. */
export async function closeToWriters(statements: Statements, tables: readonly TableShape[]): Promise<void> {
  for (const statement of fencesOf(statements.engine, tables)) await statements.run(statement);
}

export async function openToWriters(statements: Statements, tables: readonly string[]): Promise<void> {
  for (const name of tables)
    for (const event of EVENTS)
      await statements.run(
        `drop trigger if exists ${fenceName(name, event)}${statements.engine === 'postgres' ? ` on ${quoted(name)}` : ''}`,
      );
}

/**
 * Refuses a database that has moved, or that is not whole yet.
 * @throws {OperatorError} that says where to
 */
export function refuseMoved(mark: MoveMark | null): void {
  if (mark === null) return;
  const day = new Date(mark.at_ms).toISOString().slice(0, 10);
  if (mark.role === 'source')
    throw new OperatorError(
      `This database has moved to ${mark.other} (${day}).`,
      'Set DATABASE_URL to where it is now (unset for the embedded database). To go on with this one, as it was then: onde migrate --reopen',
    );
  throw new OperatorError(
    `A move from ${mark.other} into this database was begun (${day}) and has not ended.`,
    'Run the same onde migrate --to again: it goes on where it was.',
  );
}

const EVENTS = ['insert', 'update', 'delete'] as const;
const WORDS = 'this database has moved: nothing is written here any more';

function fencesOf(engine: Statements['engine'], tables: readonly TableShape[]): string[] {
  const each = tables.flatMap(({ name }) => EVENTS.map((event) => ({ name, event })));
  if (engine === 'sqlite')
    return each.map(
      ({ name, event }) =>
        `create trigger if not exists ${fenceName(name, event)} before ${event} on ${quoted(name)} begin select raise(abort, '${WORDS}'); end`,
    );
  return [
    // The class of a server that is not there: callers are told to come back.
    `create or replace function ${MOVE_TABLE}_refuse() returns trigger language plpgsql as $$
      begin raise exception '${WORDS}' using errcode = '57P03'; end $$`,
    ...each.map(
      ({ name, event }) =>
        `create or replace trigger ${fenceName(name, event)} before ${event} on ${quoted(name)} for each statement execute function ${MOVE_TABLE}_refuse()`,
    ),
  ];
}

function fenceName(table: string, event: string): string {
  return quoted(`${MOVE_TABLE}_${table}_${event}`);
}
