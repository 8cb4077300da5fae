import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { mailQueue } from '#src/db/mail-queue.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { alertMailComposer, alertRecipient } from '#src/features/alerts/alert-mail.server.ts';
import { StationAlerts } from '#src/features/alerts/station-alerts.server.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { createTestDatabase } from '../support/test-database.ts';

const GONE = 'There is no station folder at /srv/station. Mount the disk that it is on.';
const BROKEN = 'station.yaml:2: timezon: no such key; did you mean timezone?';

async function startAlerts(options: { recipient?: string } = {}) {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await createTestDatabase());
  const db = opening.use(await openDatabase(database.options));
  const folder = await mkdtemp(join(tmpdir(), 'onde-alerts-'));
  opening.defer(() => rm(folder, { recursive: true }));
  const clock = new ManualClock();
  const queue = mailQueue(db);
  const told: string[] = [];
  let problems: string[] = [];
  const start = () =>
    new StationAlerts({
      db,
      clock,
      logger: createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } }),
      recordFile: join(folder, 'cache', 'station-alert.json'),
      problems: () => problems,
      recipient: () => options.recipient ?? 'contact@example.org',
    });
  let alerts = start();
  opening.defer(() => alerts[Symbol.asyncDispose]());
  const resources = opening.move();
  return {
    told,
    db,
    clock,
    cacheFolder: join(folder, 'cache'),
    /** So many minutes with these problems; gives what is mailed meanwhile. */
    async pass(minutes: number, present: string[]): Promise<unknown[]> {
      problems = present;
      const mailed: unknown[] = [];
      for (let minute = 0; minute < minutes; minute++) {
        clock.advance(MINUTE_MS);
        await alerts.look();
        const owed = await queue.claim(clock.nowMs(), MINUTE_MS);
        if (owed === null) continue;
        mailed.push(owed.payload);
        await queue.remove(owed.id);
      }
      return mailed;
    },
    async restart() {
      await alerts[Symbol.asyncDispose]();
      alerts = start();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test('what is wrong for minutes is mailed once, and what is soon mended is not', async () => {
  await using alerts = await startAlerts();
  expect(await alerts.pass(4, [GONE])).toEqual([]);
  expect(await alerts.pass(2, [])).toEqual([]);
  expect(await alerts.pass(20, [GONE])).toEqual([{ problems: [GONE] }]);
  await alerts.restart();
  expect(await alerts.pass(24 * 60, [GONE])).toEqual([]);
});

test('there is one mail an hour at most, and a problem that comes back is told again', async () => {
  await using alerts = await startAlerts();
  expect(await alerts.pass(10, [GONE])).toEqual([{ problems: [GONE] }]);
  expect(await alerts.pass(10, [BROKEN])).toEqual([]);
  await alerts.restart();
  expect(await alerts.pass(39, [BROKEN, GONE])).toEqual([]);
  expect(await alerts.pass(10, [BROKEN, GONE])).toEqual([{ problems: [BROKEN, GONE] }]);
});

test('a clock that is set back makes no problem wait', async () => {
  await using alerts = await startAlerts();
  expect(await alerts.pass(2, [GONE])).toEqual([]);
  alerts.clock.setWallClock(alerts.clock.nowMs() - 24 * 60 * MINUTE_MS);
  expect(await alerts.pass(6, [GONE])).toEqual([{ problems: [GONE] }]);
});

test('what could not be ordered while the database was away is mailed once it answers', async () => {
  await using alerts = await startAlerts();
  expect(await alerts.pass(4, [GONE])).toEqual([]);
  await sql`alter table mail_spool rename to away`.execute(alerts.db);
  for (let minute = 0; minute < 5; minute += 1)
    await expect(alerts.pass(1, [GONE])).rejects.toThrow(/mail_spool/);
  expect(alerts.told).toEqual([expect.stringMatching(/could not warn the operator/)]);
  await sql`alter table away rename to mail_spool`.execute(alerts.db);
  expect(await alerts.pass(20, [GONE])).toEqual([{ problems: [GONE] }]);
});

test('where nobody can be told nothing is ordered', async () => {
  await using alerts = await startAlerts({ recipient: '' });
  expect(await alerts.pass(10, [GONE])).toEqual([]);
});

test('the mail goes to ALERT_EMAIL, else to the association, and says what to do in two languages', async () => {
  const config = stationConfig({ name: 'Plage', association: { email: 'contact@example.org' } });
  const services = (alertEmail: string | null) => ({
    settings: { alertEmail, origin: 'https://radio.example.org' },
    station: () => config,
  });
  expect(alertRecipient(services('ops@example.org'))).toBe('ops@example.org');
  const owed = {
    id: '1',
    kind: 'station-alert',
    userId: null,
    language: 'fr',
    attempts: 0,
    createdMs: 0,
  } as const;
  const mail = await alertMailComposer(services(null))({ ...owed, payload: { problems: [GONE, BROKEN] } });
  expect(mail?.to).toBe('contact@example.org');
  expect(mail?.subject).toMatch(/^Plage/);
  for (const text of [GONE, BROKEN, 'npx onde check', 'reprend d’elle-même', 'goes on by itself'])
    expect(mail?.text).toContain(text);
});

test('a disk that does not take what was mailed is told of once, and when it does again', async () => {
  await using alerts = await startAlerts();
  await writeFile(alerts.cacheFolder, 'no folder');
  expect(await alerts.pass(20, [GONE])).toEqual([]);
  expect(alerts.told).toEqual([expect.stringMatching(/"level":40.*could not warn the operator/)]);
  await rm(alerts.cacheFolder);
  expect(await alerts.pass(2, [GONE])).toEqual([{ problems: [GONE] }]);
  expect(alerts.told.filter((line) => line.includes('by mail again'))).toHaveLength(1);
});
