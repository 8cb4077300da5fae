import fs, { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { openStationConfig, type StationConfigWatch } from './open-station-config.ts';

const BROKEN = 'name: [Onde\n';

let home: string;
let stationDir: string;
let lastGoodFolder: string;
let lines: string[];
let opened: StationConfigWatch[];
let clock: ManualClock;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'onde-config-'));
  stationDir = join(home, 'station');
  lastGoodFolder = join(home, 'data', 'last-good');
  await mkdir(stationDir);
  lines = [];
  opened = [];
  clock = new ManualClock();
});
afterEach(async () => {
  await Promise.all(opened.map((watch) => watch[Symbol.asyncDispose]()));
  await rm(home, { recursive: true });
});

const write = (text: string) => writeFile(join(stationDir, 'station.yaml'), text);

/** Each try is two seconds later: that is how often a file that changes is looked at. */
function whenLookedAt(expectation: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(() => {
    clock.advance(2_000);
    return expectation();
  }, PATIENT);
}

/** Waits until no look is under way and the next one is due so soon. */
async function isDueWithin(ms: number): Promise<void> {
  await vi.waitFor(() => expect(clock.untilNextMs).toBeLessThanOrEqual(ms), PATIENT);
}

/** As long as a file that changes is looked at this many times. */
async function pass(looks: number): Promise<void> {
  for (let look = 0; look < looks; look++) {
    clock.advance(2_000);
    await isDueWithin(10_000);
  }
}

/** What a process that starts now does. */
async function open(isSilent = false): Promise<StationConfigWatch> {
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const watch = await openStationConfig({ stationDir, lastGoodFolder, isSilent, clock, logger });
  opened.push(watch);
  return watch;
}

test('a process that starts on a broken station.yaml has the last good one, and says so', async () => {
  await write('name: Plage\n');
  await open();
  await write(BROKEN);
  const after = await open();
  expect(after.current.name).toBe('Plage');
  expect(after.problems).toHaveLength(1);
  expect(lines.at(-1)).toMatch(/^station\.yaml:\d: .* \(the last good version stays in force\)$/);
});

test('an edit that is taken up is what a later process falls back on', async () => {
  await write('name: Plage\n');
  const watch = await open();
  await write('name: Port\n');
  await whenLookedAt(() => expect(watch.current.name).toBe('Port'));
  expect(await readFile(join(lastGoodFolder, 'station.yaml'), 'utf8')).toContain('Port');
  await write(BROKEN);
  await whenLookedAt(() => expect(watch.problems).toHaveLength(1));
  expect(watch.current.name).toBe('Port');
  expect((await open()).current.name).toBe('Port');
});

test('[W203] a start beside a folder that does not answer has the last good one, and reads the file once it does', async () => {
  await write('name: Plage\n');
  await open();
  await write('name: Port\n');
  const watch = await open(true);
  expect(watch.current.name).toBe('Plage');
  await whenLookedAt(() => expect(watch.current.name).toBe('Port'));
});

test('a station that never had a good station.yaml starts on the defaults, and is told so', async () => {
  await write(BROKEN);
  const watch = await open();
  expect(watch.current.name).toBe('Onde');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/\(there has been no good version: the built-in defaults are in force\)$/);
});

test.each([
  ['is empty', '', 'is empty'],
  ['has comments alone', '# name: Plage\n\n---\n', 'is empty'],
  ['is taken away', null, 'is gone'],
])(
  'a station.yaml that %s is a broken one: what was good stays, for later processes too',
  async (_, text, message) => {
    await write('name: Plage\n');
    const watch = await open();
    if (text === null) await rm(join(stationDir, 'station.yaml'));
    else await write(text);
    await mkdir(join(stationDir, 'music'));
    await whenLookedAt(() =>
      expect(watch.problems).toMatchObject([{ message: expect.stringContaining(message) }]),
    );
    expect(watch.current.name).toBe('Plage');
    expect((await open()).current.name).toBe('Plage');
    expect(await readFile(join(lastGoodFolder, 'station.yaml'), 'utf8')).toBe('name: Plage\n');
    expect(lines.filter((line) => line.includes(message))).toHaveLength(2);
    expect(lines.at(-1)).toMatch(/\(the last good version stays in force\)$/);
  },
);

test('a station that never had a station.yaml has the defaults, and no problem', async () => {
  const watch = await open();
  expect(watch.current.name).toBe('Onde');
  expect(watch.problems).toEqual([]);
  await write('{}\n');
  await pass(4);
  expect(lines).toEqual([]);
});

test('a folder that vanishes and comes back leaves what was good, without a word about the file', async () => {
  await write('name: Plage\n');
  const watch = await open();
  await rename(stationDir, `${stationDir} away`);
  await mkdir(stationDir);
  await pass(4);
  expect(watch.current.name).toBe('Plage');
  expect(lines).toEqual([]);
  await rm(stationDir, { recursive: true });
  await rename(`${stationDir} away`, stationDir);
  await write('name: Port\n');
  await whenLookedAt(() => expect(watch.current.name).toBe('Port'));
  expect(lines).toEqual(['station.yaml is in force']);
});

test('an edit is read four seconds later where the system tells of it, and else within fourteen', async () => {
  await write('name: Plage\n');
  const elsewhere = join(home, 'elsewhere.yaml');
  const watch = await open();
  expect(clock.untilNextMs).toBe(10_000);
  await write('name: Port\n');
  for (const _look of [1, 2]) {
    await isDueWithin(2_000);
    clock.advance(2_000);
  }
  await vi.waitFor(() => expect(watch.current.name).toBe('Port'), PATIENT);
  // Nothing is told of a file that a link leads to.
  await writeFile(elsewhere, 'name: Port\n');
  await rm(join(stationDir, 'station.yaml'));
  await symlink(elsewhere, join(stationDir, 'station.yaml'));
  await pass(10);
  await writeFile(elsewhere, 'name: Phare\n');
  await pass(7);
  await vi.waitFor(() => expect(watch.current.name).toBe('Phare'), PATIENT);
});

test('an upload that takes its time is read when it is whole', async () => {
  await write('name: Plage\n');
  const watch = await open();
  for (const part of ['', 'name: P', 'name: Port\nlin', 'name: Port\nlinks: {}\nsin', 'name: Port\n']) {
    await write(part);
    await pass(1);
    expect(watch.current.name).toBe('Plage');
  }
  await whenLookedAt(() => expect(watch.current.name).toBe('Port'));
  expect(lines).toEqual(['station.yaml is in force']);
});

test('a problem is told when it appears and when it is mended, not while it stays', async () => {
  await write('name: Plage\nsince: soon\n');
  const watch = await open();
  expect(lines).toHaveLength(1);
  await write('# A line above.\nname: Plage\nsince: soon\n');
  await whenLookedAt(() => expect(watch.problems).toMatchObject([{ line: 3 }]));
  expect(lines).toHaveLength(1);
  await write('name: Plage\n');
  await whenLookedAt(() =>
    expect(lines.slice(1)).toEqual([
      'station.yaml: mended: since: expected a year such as 2001, without quotes',
      'station.yaml is in force',
    ]),
  );
  expect(watch.problems).toEqual([]);
});

test('what was kept and is no longer understood counts as nothing', async () => {
  await mkdir(lastGoodFolder, { recursive: true });
  await writeFile(join(lastGoodFolder, 'station.yaml'), 'nam: Plage\n');
  await write(BROKEN);
  expect((await open()).current.name).toBe('Onde');
  expect(lines.at(-1)).toMatch(/built-in defaults are in force\)$/);
});

test('a station.yaml that cannot be read is broken like any other', async () => {
  await write('name: Plage\n');
  await open();
  await rm(join(stationDir, 'station.yaml'));
  await mkdir(join(stationDir, 'station.yaml'));
  expect((await open()).current.name).toBe('Plage');
  expect(lines.at(-1)).toMatch(/^station\.yaml: expected a file/);
});

/** As on a machine that has no descriptor left for a moment. */
function failOpens(): Disposable {
  const opens = vi.spyOn(fs, 'open');
  opens.mockRejectedValue(Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }));
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]: () => {
      opens.mockRestore();
      syncBuiltinESMExports();
    },
  };
}

test('an edit that could not be read for a moment is in force once it can be, as it is', async () => {
  await write('name: Plage\n');
  const watch = await open();
  {
    using _fault = failOpens();
    await write('name: Port\n');
    await whenLookedAt(() => expect(watch.problems).toHaveLength(1));
    expect((await open()).current.name).toBe('Plage');
    await pass(4);
    expect(lines.filter((line) => line.includes('EMFILE'))).toHaveLength(2);
  }
  await whenLookedAt(() => expect(opened.map(({ current }) => current.name)).toEqual(['Port', 'Port']));
  expect(watch.problems).toEqual([]);
});

test('a data folder that takes nothing leaves the station as it is, with a warning', async () => {
  await writeFile(join(home, 'data'), '');
  await write('name: Plage\n');
  expect((await open()).current.name).toBe('Plage');
  expect(lines.at(-1)).toMatch(/could not keep a copy/);
});

test('two processes that start at once keep one whole file and leave nothing beside it', async () => {
  await write('name: Plage\n');
  await Promise.all([open(), open()]);
  expect(await readdir(lastGoodFolder)).toEqual(['station.yaml']);
  expect(await readFile(join(lastGoodFolder, 'station.yaml'), 'utf8')).toBe('name: Plage\n');
});
