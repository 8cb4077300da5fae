import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStationConfig, type StationConfigWatch } from './open-station-config.ts';

const BROKEN = 'name: [Onde\n';
const WAIT = { timeout: 10_000, interval: 20 };

let home: string;
let stationDir: string;
let lastGoodFolder: string;
let lines: string[];
let opened: StationConfigWatch[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'onde-config-'));
  stationDir = join(home, 'station');
  lastGoodFolder = join(home, 'data', 'last-good');
  await mkdir(stationDir);
  lines = [];
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((watch) => watch[Symbol.asyncDispose]()));
  await rm(home, { recursive: true });
});

const write = (text: string) => writeFile(join(stationDir, 'station.yaml'), text);

/** What a process that starts now does. */
async function open(): Promise<StationConfigWatch> {
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const watch = await openStationConfig({ stationDir, lastGoodFolder, logger });
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
  await vi.waitFor(() => expect(watch.current.name).toBe('Port'), WAIT);
  await vi.waitFor(
    async () => expect(await readFile(join(lastGoodFolder, 'station.yaml'), 'utf8')).toContain('Port'),
    WAIT,
  );
  await write(BROKEN);
  await vi.waitFor(() => expect(watch.problems).toHaveLength(1), WAIT);
  expect(watch.current.name).toBe('Port');
  expect((await open()).current.name).toBe('Port');
});

test('a station that never had a good station.yaml starts on the defaults, and is told so', async () => {
  await write(BROKEN);
  const watch = await open();
  expect(watch.current.name).toBe('Onde');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/\(there has been no good version: the built-in defaults are in force\)$/);
  await write(`${BROKEN}since: 2001\n`);
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(1), WAIT);
  expect(lines.at(-1)).toMatch(/built-in defaults are in force\)$/);
});

test.each([
  ['empty', () => write('')],
  ['taken away', () => rm(join(stationDir, 'station.yaml'))],
])('a station.yaml that is %s means the defaults, for a later process too', async (_, change) => {
  await write('name: Plage\n');
  await open();
  await change();
  expect((await open()).current.name).toBe('Onde');
  await write(BROKEN);
  expect((await open()).current.name).toBe('Onde');
  expect(lines.at(-1)).toMatch(/last good version stays in force\)$/);
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
  expect(lines.at(-1)).toMatch(/^station\.yaml: cannot be read: EISDIR/);
});

test('a data folder that takes nothing leaves the station as it is, with a warning', async () => {
  await writeFile(join(home, 'data'), '');
  await write('name: Plage\n');
  expect((await open()).current.name).toBe('Plage');
  expect(lines.at(-1)).toMatch(/could not be kept/);
});

test('two processes that start at once keep one whole file and leave nothing beside it', async () => {
  await write('name: Plage\n');
  await Promise.all([open(), open()]);
  expect(await readdir(lastGoodFolder)).toEqual(['station.yaml']);
  expect(await readFile(join(lastGoodFolder, 'station.yaml'), 'utf8')).toBe('name: Plage\n');
});
