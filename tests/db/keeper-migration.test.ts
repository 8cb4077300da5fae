import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { Database } from '#src/db/database.ts';
import { BEFORE_MIGRATIONS, openDatabase, openPostgresAsItIs } from '#src/db/open-database.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import {
  GROUP,
  type Machine,
  newFolder,
  type StartedMachine,
  startMachine,
} from '../support/group-machine.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const isPostgres = process.env.ONDE_TEST_ENGINE === 'postgres';
const LAST = '030-doubted-times';
const MIGRATED = 'believed_time';

let stack: AsyncDisposableStack;
let test_: TestDatabase;
let db: Database;
let log: string[];
let endMigration: () => Promise<unknown>;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  test_ = stack.use(await createTestDatabase('empty'));
  db = stack.use(await openDatabase(test_.options));
  log = [];
  endMigration = async () => {};
});
afterEach(async () => {
  await endMigration();
  await stack.disposeAsync();
});

/** Gives the database the form of the version before, whose way to this one takes until `end` is called. */
async function awaitMigration() {
  for (const column of ['doubt_since_ms', 'doubt_last_ms'])
    await db.schema.alterTable(MIGRATED).dropColumn(column).execute();
  await sql`delete from kysely_migration where name = ${LAST}`.execute(db);
  const holder = new pg.Client({ connectionString: test_.options.databaseUrl ?? '' });
  await holder.connect();
  stack.defer(() => holder.end());
  await holder.query(`begin; lock table ${MIGRATED} in access exclusive mode`);
  endMigration = () => holder.query('rollback');
  return {
    async isOver() {
      const { rows } = await sql`select 1 from kysely_migration where name = ${LAST}`.execute(db);
      return rows.length > 0;
    },
  };
}

/** A machine of the version that is on its way: it copies the database into its own folder before. */
const newVersion = (place: string): Machine => ({
  place,
  openDatabase: (onMigrating) =>
    openDatabase({ ...test_.options, sqlitePath: join(place, 'onde.sqlite'), onMigrating }),
});

const oldVersion = (): Machine => ({
  openDatabase: async () =>
    openPostgresAsItIs(test_.options.databaseUrl ?? '', createLogger({ level: 'silent', part: 'test' })),
});

const start = (machine: Machine, broadcast = { hangs: false }): Promise<StartedMachine> =>
  startMachine({ stack, database: test_.options, log }, broadcast, machine);

/** A folder whose machine was on the air last, and has the turn still. */
async function lastOnAir(): Promise<string> {
  const folder = await newFolder(stack);
  const own = { machine: 'own', host: hostname(), folder, epoch: 3, isOnAir: true, neighbours: [] };
  await writeFile(join(folder, 'group.json'), JSON.stringify(own));
  await db
    .insertInto('broadcast_groups')
    .values({
      name: GROUP,
      holder: 'own',
      epoch: 3,
      is_released: 1,
      told_segments: null,
      beat_ms: 0,
      clock_ms: 0,
    })
    .execute();
  return folder;
}

const entryAt = (startedMs: number): JournalEntry =>
  journalEntry(mediaRecord(1, 'Artist', 'Title'), 'dance', startedMs);
const types = ({ said }: StartedMachine) => said.map(({ type }) => type);
const linesOf = async (column: 'started_ms') => {
  const rows = await db.selectFrom('journal_lines').select(column).orderBy(column).execute();
  return rows.map((row) => row[column]);
};
const groupRow = () => db.selectFrom('broadcast_groups').selectAll().executeTakeFirst();

test.runIf(isPostgres)(
  '[W189] the music of the only machine that is there waits for no database that is copied and migrated',
  async () => {
    const place = await lastOnAir();
    const migration = await awaitMigration();
    const machine = await start(newVersion(place));
    await expect.poll(() => types(machine), PATIENT).toContain('turn');
    // What it plays is in the database at once, for whoever takes over.
    const startedMs = Date.now();
    machine.keeper.hear({ type: 'play', entry: entryAt(startedMs) });
    await expect.poll(() => linesOf('started_ms'), PATIENT).toEqual([startedMs]);
    const beatMs = (await groupRow())?.beat_ms;
    await expect.poll(async () => (await groupRow())?.beat_ms, PATIENT).not.toBe(beatMs);
    expect(await migration.isOver()).toBe(false);

    await endMigration();
    await expect.poll(() => types(machine), PATIENT).toEqual(['place', 'turn', 'taken-in']);
    expect(await migration.isOver()).toBe(true);
    expect(await readdir(join(place, BEFORE_MIGRATIONS))).toContainEqual(
      expect.stringMatching(/^before-030.*\.sqlite$/),
    );
    expect(log.join()).not.toContain('does not answer');
  },
);

test.runIf(isPostgres)(
  '[W187] a standby that copies and migrates the database follows what is played, and takes over meanwhile, alone',
  async () => {
    const migration = await awaitMigration();
    const broadcast = { hangs: false };
    const first = await start(oldVersion(), broadcast);
    await expect.poll(() => types(first), PATIENT).toContain('turn');
    const place = await newFolder(stack);
    const second = await start(newVersion(place));
    await expect.poll(() => log.join(), PATIENT).toContain('stands by');
    const entry = entryAt(Date.now());
    first.keeper.hear({ type: 'play', entry });
    const journal = async () => {
      const names = await readdir(join(place, 'journal')).catch(() => []);
      return (await Promise.all(names.map((name) => readFile(join(place, 'journal', name), 'utf8')))).join(
        '',
      );
    };
    await expect.poll(journal, PATIENT).toContain(String(entry.startedMs));
    expect(types(second)).toEqual(['place']);

    broadcast.hangs = true;
    await expect.poll(() => types(second), PATIENT).toContain('turn');
    await expect.poll(() => types(first), PATIENT).toContain('lost');
    expect(await migration.isOver()).toBe(false);
    await endMigration();
    await expect.poll(() => types(second), PATIENT).toEqual(['place', 'turn', 'taken-in']);
    expect((await groupRow())?.epoch).toBe(2);
  },
);

test.runIf(isPostgres)(
  '[W189] the music waits for no database that never says whether it can be opened',
  async () => {
    const place = await lastOnAir();
    const clock = { ...systemClock, after: (_: number, call: () => void) => systemClock.after(0, call) };
    const machine = await start({ place, clock, openDatabase: () => new Promise(() => {}) });
    await expect.poll(() => types(machine), PATIENT).toEqual(['place', 'turn']);
    const beatMs = (await groupRow())?.beat_ms;
    await expect.poll(async () => (await groupRow())?.beat_ms, PATIENT).not.toBe(beatMs);
  },
);

test.runIf(isPostgres)(
  '[W189] a machine whose database cannot be migrated keeps its turn, says so and tries again; one that never was on the air is refused',
  async () => {
    const place = await lastOnAir();
    let aheadMs = 0;
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
    let tries = 0;
    const failing = Promise.withResolvers<Database>();
    const openFailing: Machine['openDatabase'] = (onMigrating) => {
      onMigrating();
      tries += 1;
      return tries === 1 ? failing.promise : openDatabase(test_.options);
    };
    const machine = await start({ place, clock, openDatabase: openFailing });
    await expect.poll(() => types(machine), PATIENT).toContain('turn');
    const fresh = Promise.withResolvers<Database>();
    const other = await start({
      openDatabase(onMigrating) {
        onMigrating();
        return fresh.promise;
      },
    });
    await expect.poll(() => log.join(), PATIENT).toContain('stands by');

    failing.reject(new OperatorError('The disk is full.', 'Make room.'));
    fresh.reject(new OperatorError('The disk is full.', 'Make room.'));
    await expect.poll(() => types(other), PATIENT).toContain('refused');
    await expect.poll(() => log.join(), PATIENT).toContain('The disk is full.');
    const beatMs = (await groupRow())?.beat_ms;
    await expect.poll(async () => (await groupRow())?.beat_ms, PATIENT).not.toBe(beatMs);
    expect(tries).toBe(1);
    expect(log.join()).not.toContain('does not answer');
    aheadMs += 60_000;
    await expect.poll(() => types(machine), PATIENT).toEqual(['place', 'turn', 'taken-in']);
  },
);
