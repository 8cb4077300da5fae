import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ListenersEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { reportListeners } from '#src/records/listening/listener-report.ts';
import { takeListenerHours } from '#src/records/listening/listening.ts';
import { createTestDatabase } from '../support/test-database.ts';

const ONDE = resolve(import.meta.dirname, '../../src/cli/onde.ts');
const NOON_MS = Date.UTC(2026, 10, 21, 12);

/** An hour of `dance` for guests; `partMs` later where broadcast was started in the middle of it. */
function hourOf(hourMs: number, figures: { peak: number; heardMs: number }, partMs = 0): string {
  const count = { joins: 2 * figures.peak, distinct: figures.peak, ...figures };
  const day = new Date(hourMs).toISOString().slice(0, 10);
  const entry: ListenersEntry = {
    kind: 'listeners',
    startedMs: hourMs + partMs,
    hourMs,
    untilMs: hourMs + HOUR_MS,
    counts: [
      count,
      { streamId: 'dance', ...count },
      { streamId: 'dance', variant: 'guest', transport: 'progressive', ...count },
    ],
    day: { day, sinceMs: hourMs, counts: [{ distinct: figures.peak }, { streamId: 'dance', distinct: 1 }] },
  };
  return JSON.stringify(entry);
}

test('[R185] parts of an hour are put together, and hours of a clock that ran ahead are left out', async () => {
  await using database = await createTestDatabase('migrated');
  await using db = await openDatabase(database.options);
  await takeListenerHours(db, [
    hourOf(NOON_MS - 30 * HOUR_MS, { peak: 90, heardMs: 1 }),
    hourOf(NOON_MS, { peak: 3, heardMs: HOUR_MS }),
    hourOf(NOON_MS, { peak: 5, heardMs: HOUR_MS / 2 }, 1_800_000),
    hourOf(NOON_MS + 48 * HOUR_MS, { peak: 70, heardMs: 1 }),
  ]);
  const range = {
    fromMs: NOON_MS - 23 * HOUR_MS,
    nowMs: NOON_MS,
    fromDay: '2026-11-20',
    today: '2026-11-21',
  };
  const together = { peak: 5, joins: 16, heardMs: 1.5 * HOUR_MS };
  expect(await reportListeners(db, range)).toEqual({
    hours: [{ hourMs: NOON_MS, distinct: 5, ...together }],
    streams: [{ streamId: 'dance', ...together }],
    ways: [{ variant: 'guest', transport: 'progressive', joins: 16, heardMs: 1.5 * HOUR_MS }],
    days: [
      { day: '2026-11-20', distinct: 90 },
      { day: '2026-11-21', distinct: 5 },
    ],
  });
});

test('[R185] onde stats has a sentence for a station that nobody has heard, and charts for another', async () => {
  await using database = await createTestDatabase('migrated');
  const root = await mkdtemp(join(tmpdir(), 'onde-stats-'));
  await using cleaning = new AsyncDisposableStack();
  cleaning.defer(() => rm(root, { recursive: true, force: true }));
  const stationDir = join(root, 'station');
  await mkdir(stationDir);
  await writeFile(join(stationDir, 'station.yaml'), 'name: Onde\ntimezone: UTC\n');
  const { databaseUrl, sqlitePath } = database.options;
  const dataDir = databaseUrl === null ? join(sqlitePath, '..') : join(root, 'data');
  const stats = async (...words: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [ONDE, 'stats', ...words], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        STATION_DIR: stationDir,
        DATA_DIR: dataDir,
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      },
    });
    return stdout;
  };
  if (databaseUrl === null) expect(dataFolder(join(sqlitePath, '..')).database).toBe(sqlitePath);
  const nobody = await stats();
  expect(nobody).toContain('Now: not known. No instance is running on this DATA_DIR.');
  expect(nobody).toContain('Of the last 24 hours nothing is written down');

  const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const db = await openDatabase(database.options);
  await takeListenerHours(db, [hourOf(hourMs - HOUR_MS, { peak: 7, heardMs: 3 * HOUR_MS })]);
  await db[Symbol.asyncDispose]();
  const heard = await stats();
  expect(heard).toMatch(/^ {2}\d\d:00 {2}█+ {2}7 · 3\.0 h · 7 different$/m);
  expect(heard).toMatch(/^ {2}dance {2}█+ {2}3\.0 h · 7 at once · 14 starts$/m);
  expect(heard).toMatch(/^ {2}guests · progressive {2}█+ {2}3\.0 h · 14 starts$/m);
  expect(await stats('--days', '7')).toMatch(/^ {2}\d{4}-\d\d-\d\d {2}█+ {2}7 · 3\.0 h · 7 different$/m);
  const told: unknown = JSON.parse(await stats('--json'));
  expect(told).toMatchObject({ now: null, timezone: 'UTC', hours: [{ hourMs: hourMs - HOUR_MS, peak: 7 }] });

  // What is in force while station.yaml is broken.
  const { lastGood } = dataFolder(dataDir);
  await mkdir(lastGood, { recursive: true });
  await writeFile(join(lastGood, 'station.yaml'), 'timezone: Asia/Tokyo\n');
  await writeFile(join(stationDir, 'station.yaml'), 'name: [Onde\n');
  expect(JSON.parse(await stats('--json'))).toMatchObject({ timezone: 'Asia/Tokyo' });
});
