import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebProcess } from '#src/broadcast/supervision/web-process.ts';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { createSqlite } from '#src/db/copies/snapshot.ts';
import { migrations } from '#src/db/migrations/migrations.ts';
import { BEFORE_MIGRATIONS } from '#src/db/open-database.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { acquireLock } from '#src/platform/lock/lock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { createHome } from './support/radio.ts';

test('[W236] a web process that brings a large database to its version is waited for', async () => {
  await using home = await createHome();
  const names = Object.keys(migrations(createLogger({ level: 'silent', part: 'test' })));
  await createSqlite(home.folder.database, names.slice(0, -1));
  const copies = join(home.folder.root, BEFORE_MIGRATIONS);
  await mkdir(copies);
  // As long as a copy that takes its time.
  const copying = acquireLock(join(copies, 'lock'));
  vi.stubEnv('DATA_DIR', home.folder.root);
  vi.stubEnv('STATION_DIR', home.stationDir);
  onTestFinished(() => void vi.unstubAllEnvs());
  const clock = new ManualClock();
  const starting = WebProcess.start(join(home.folder.root, 'web.sock'), {
    withHotReload: false,
    withPages: false,
    greeting: [],
    signal: new AbortController().signal,
    clock,
    onPrinted() {},
    onRobotHeard() {},
  });
  starting.catch(() => {});
  await vi.waitFor(() => expect(clock.untilNextMs).toBeGreaterThan(MINUTE_MS), PATIENT);
  clock.advance(HOUR_MS);
  copying?.[Symbol.dispose]();
  await (await starting).stop();
});
