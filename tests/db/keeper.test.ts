import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FromKeeper, PASS_ON_MAX_MS } from '#src/broadcast/group/keeper.wire.ts';
import { DAY_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { OPENS_WITHIN_MS } from '#src/group/broadcast-life.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { CuttableNetwork } from '../support/cuttable-network.ts';
import {
  type Broadcast,
  GROUP,
  type Machine,
  newFolder,
  type StartedMachine,
  startMachine as startMachineOf,
  TOLD_SEGMENTS,
} from '../support/group-machine.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Of a machine that is gone. */
const GONE = { holder: 'gone', epoch: 4, is_released: 0, told_segments: null };

let stack: AsyncDisposableStack;
let test_: TestDatabase;
let db: Database;
let log: string[];
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  test_ = stack.use(await createTestDatabase('migrated'));
  db = stack.use(await openDatabase(test_.options));
  log = [];
});
afterEach(() => stack.disposeAsync());

/** The keeper of a machine whose broadcast does as it is told, unless it hangs; gives what it said to that. */
async function startKeeper(
  broadcast: Broadcast = { hangs: false },
  machine: Machine = {},
): Promise<FromKeeper[]> {
  return (await startMachine(broadcast, machine)).said;
}

function startMachine(broadcast: Broadcast, machine: Machine): Promise<StartedMachine> {
  return startMachineOf({ stack, database: test_.options, log }, broadcast, machine);
}

/** A machine's own way to the database, which can be cut. */
async function wayToDatabase(): Promise<{ way: CuttableNetwork; url: string }> {
  const url = new URL(test_.options.databaseUrl ?? '');
  const way = stack.use(await CuttableNetwork.open(Number(url.port)));
  url.host = `127.0.0.1:${way.port}`;
  return { way, url: url.href };
}

const isPostgres = process.env.ONDE_TEST_ENGINE === 'postgres';
const types = (said: FromKeeper[]) => said.map(({ type }) => type);
const groupRow = () =>
  db.selectFrom('broadcast_groups').selectAll().where('name', '=', GROUP).executeTakeFirst();

test.runIf(isPostgres)(
  '[W216] a group whose row is lost, or older than the turn, as in a backup that was put back, leaves the machine on the air its turn',
  async () => {
    const said = await startKeeper();
    await expect.poll(() => types(said)).toContain('turn');
    await expect.poll(async () => (await groupRow())?.epoch).toBe(1);
    await expect.poll(async () => (await groupRow())?.told_segments).toBe(TOLD_SEGMENTS);
    await db.deleteFrom('broadcast_groups').execute();
    await expect.poll(async () => (await groupRow())?.epoch).toBe(1);
    await expect.poll(async () => (await groupRow())?.told_segments).toBe(TOLD_SEGMENTS);
    await db.updateTable('broadcast_groups').set({ epoch: 0, holder: 'another' }).execute();
    await expect.poll(async () => (await groupRow())?.epoch).toBe(1);
    expect(types(said)).toEqual(['place', 'taken-in', 'turn']);
    // A later turn counts.
    await db.updateTable('broadcast_groups').set({ epoch: 2, holder: 'another' }).execute();
    await expect.poll(() => types(said)).toEqual(['place', 'taken-in', 'turn', 'lost']);
  },
);

test.runIf(isPostgres)(
  '[W216] a database that is back as it was when the standby was on the air leaves the other one its turn',
  async () => {
    const ways = [await wayToDatabase(), await wayToDatabase()] as const;
    const first = await startKeeper({ hangs: false }, { databaseUrl: ways[0].url });
    await expect.poll(() => types(first)).toContain('turn');
    // Its clock stands still: however long the first one takes to be back.
    const clock = { ...systemClock, monotonicMs: () => 0 };
    const second = await startKeeper({ hangs: false }, { databaseUrl: ways[1].url, clock });
    await expect.poll(() => log.join()).toContain('stands by');
    const holder = (await groupRow())?.holder;
    const [place] = second;
    for (const { way } of ways) await way.breakOff();
    await expect.poll(() => log.join().split('does not answer').length).toBe(3);
    const standby = place?.type === 'place' ? place.machine : '';
    await db.updateTable('broadcast_groups').set({ holder: standby, epoch: 0, beat_ms: 0 }).execute();
    await ways[1].way.mend();
    await expect.poll(() => types(second).filter((type) => type === 'taken-in').length).toBe(2);
    await ways[0].way.mend();
    await expect.poll(async () => (await groupRow())?.holder).toBe(holder);
    expect(types(first)).not.toContain('lost');
    expect(types(second)).not.toContain('turn');
  },
);

test.runIf(isPostgres)(
  '[W189] a machine that loses its turn falls silent before it writes that down: its disk may hang',
  async () => {
    const { said, record, recordAtLost } = await startMachine({ hangs: false }, {});
    await expect.poll(() => types(said)).toContain('turn');
    await db.updateTable('broadcast_groups').set({ epoch: 2, holder: 'another' }).execute();
    await expect.poll(() => types(said)).toContain('lost');
    expect(JSON.parse(recordAtLost())).toMatchObject({ isOnAir: true });
    await expect
      .poll(async () => JSON.parse(await readFile(record, 'utf8')))
      .toMatchObject({ isOnAir: false });
  },
);

test.runIf(isPostgres)(
  '[W216] a machine that was last heard of in the future, as a database’s clock that was set back has it, is gone as well',
  async () => {
    await db
      .insertInto('broadcast_groups')
      .values({ ...GONE, name: GROUP, beat_ms: Date.now() + 3_600_000, clock_ms: Date.now() })
      .execute();
    const said = await startKeeper();
    await expect.poll(() => types(said)).toContain('turn');
  },
);

test.runIf(isPostgres)('a row of a machine that cannot be read costs the group no turn', async () => {
  await db
    .insertInto('broadcast_machines')
    .values({ group_name: GROUP, machine: 'gone', beat_ms: 0, addresses: '["http://10.0', likeness: '{' })
    .execute();
  await db
    .insertInto('broadcast_groups')
    .values({ ...GONE, name: GROUP, beat_ms: 0, clock_ms: 0 })
    .execute();
  const said = await startKeeper();
  await expect.poll(() => types(said)).toContain('turn');
  await expect.poll(async () => (await groupRow())?.epoch).toBe(GONE.epoch + 1);
  expect(log.join()).not.toContain('does not answer');
});

test.runIf(isPostgres)(
  'a machine that has not been there for a month is forgotten: its addresses may be somebody else’s by now',
  async () => {
    const silentFor = (machine: string, days: number) => ({
      group_name: GROUP,
      machine,
      beat_ms: Date.now() - days * DAY_MS,
      addresses: '["http://10.0.0.1:8080"]',
      likeness: '',
    });
    await db
      .insertInto('broadcast_machines')
      .values([silentFor('replaced', 31), silentFor('repaired', 29)])
      .execute();
    await db
      .insertInto('broadcast_machines')
      .values({ ...silentFor('elsewhere', 31), group_name: 'other' })
      .execute();
    const said = await startKeeper();
    await expect.poll(() => types(said)).toContain('turn');
    const others = db
      .selectFrom('broadcast_machines')
      .select('machine')
      .where('machine', 'in', ['elsewhere', 'repaired', 'replaced'])
      .orderBy('machine');
    await expect
      .poll(async () => (await others.execute()).map(({ machine }) => machine))
      .toEqual(['elsewhere', 'repaired']);
  },
);

test.runIf(isPostgres)(
  '[W187] a machine whose broadcast hangs loses its turn, however well its keeper and its way to the database are',
  async () => {
    const broadcast = { hangs: false };
    const first = await startKeeper(broadcast);
    await expect.poll(() => types(first)).toContain('turn');
    const second = await startKeeper();
    await expect.poll(() => log.join()).toContain('stands by');
    broadcast.hangs = true;
    await expect.poll(() => types(second), PATIENT).toContain('turn');
    await expect.poll(async () => (await groupRow())?.epoch, PATIENT).toBe(2);
    // Told before it wakes: it reads that first.
    await expect.poll(() => types(first), PATIENT).toContain('lost');
    expect(log.join()).not.toContain('does not answer');
  },
);

test.runIf(isPostgres)(
  '[W187] a machine that has the turn and never goes on the air, as on a disk that hangs, leaves it to another',
  async () => {
    let aheadMs = 0;
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
    const first = await startKeeper({ hangs: false, isStuck: true }, { clock });
    await expect.poll(() => types(first)).toContain('turn');
    const second = await startKeeper();
    await expect.poll(() => log.join()).toContain('stands by');
    aheadMs += OPENS_WITHIN_MS;
    await expect.poll(() => types(second), PATIENT).toContain('turn');
    await expect.poll(() => types(first), PATIENT).toContain('lost');
  },
);

test.runIf(isPostgres)(
  '[W189] a machine that was killed on the air, and has stood by since, takes nothing over while the database is away',
  async () => {
    const root = await newFolder(stack);
    const record = {
      machine: 'own',
      host: hostname(),
      folder: root,
      epoch: 3,
      isOnAir: true,
      neighbours: [],
    };
    await writeFile(join(root, 'group.json'), JSON.stringify(record));
    // Its turn cannot be taken: this clock stands still.
    await db
      .insertInto('broadcast_groups')
      .values({ ...GONE, name: GROUP, holder: 'other', beat_ms: 0, clock_ms: 0 })
      .execute();
    const { way, url } = await wayToDatabase();
    let nowMs = 0;
    const clock = { ...systemClock, monotonicMs: () => nowMs };
    const machine = { place: root, databaseUrl: url, clock };
    const { keeper, said } = await startMachine({ hangs: false }, machine);
    await expect.poll(() => log.join()).toContain('stands by');

    nowMs = 3_000;
    keeper.hear({ type: 'alive', isOnAir: false });
    await way.breakOff();
    await expect.poll(() => log.join()).toContain('does not answer');
    await way.mend();
    await expect.poll(() => types(said).filter((type) => type === 'taken-in').length).toBeGreaterThan(1);
    expect(types(said)).not.toContain('turn');
  },
);

test.runIf(isPostgres)(
  'a turn that was begun when the database went away goes on with what the machine before has told',
  async () => {
    const root = await newFolder(stack);
    const record = {
      machine: 'own',
      host: hostname(),
      folder: root,
      epoch: 3,
      isOnAir: false,
      neighbours: [],
    };
    await writeFile(join(root, 'group.json'), JSON.stringify(record));
    const told = '{"dance":{"of":"the other"}}';
    await db
      .insertInto('broadcast_groups')
      .values({ ...GONE, name: GROUP, holder: 'own', told_segments: told, beat_ms: 0, clock_ms: 0 })
      .execute();
    const said = await startKeeper({ hangs: false }, { place: root });
    await expect.poll(() => types(said)).toContain('turn');
    expect(await readFile(join(root, 'hls.json'), 'utf8')).toBe(told);
  },
);

test.runIf(isPostgres)(
  '[W189] a turn that could not be passed on while the database was away stays, once broadcast has given up, and can be asked for again',
  async () => {
    const { way, url } = await wayToDatabase();
    let aheadMs = 0;
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
    const { keeper, said } = await startMachine({ hangs: false }, { databaseUrl: url, clock });
    await expect.poll(() => types(said)).toContain('turn');
    // The other one is there, and for now takes nothing.
    const broadcast = { hangs: false };
    const other = await startKeeper(broadcast, { clock });
    await expect.poll(() => log.join()).toContain('stands by');
    broadcast.hangs = true;
    aheadMs += 2_000;

    await way.breakOff();
    await expect.poll(() => log.join()).toContain('does not answer');
    keeper.hear({ type: 'pass-on' });
    aheadMs += PASS_ON_MAX_MS;
    const beatMs = (await groupRow())?.beat_ms;
    await way.mend();
    await expect.poll(async () => (await groupRow())?.beat_ms).not.toBe(beatMs);
    broadcast.hangs = false;
    const answers = () => said.filter(({ type }) => type === 'passed-on');
    await expect.poll(answers).toEqual([{ type: 'passed-on', isTaken: false }]);
    expect((await groupRow())?.epoch).toBe(1);

    keeper.hear({ type: 'pass-on' });
    await expect.poll(() => types(other)).toContain('turn');
    await expect.poll(() => answers().at(-1)).toEqual({ type: 'passed-on', isTaken: true });
  },
);
