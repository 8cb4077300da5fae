import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { mailQueue } from '#src/db/mail-queue.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { BackupAlerts } from '#src/features/alerts/backup-alerts.server.ts';
import { BACKUP_KIND, backupMailComposer } from '#src/features/alerts/backup-mail.server.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { type LastBackup, writeLastBackup } from '#src/platform/last-backup/last-backup.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { createTestDatabase } from '../support/test-database.ts';

const PROVED = { atMs: Date.UTC(2026, 10, 20, 2, 15), name: 'onde.backup', bytes: 1, seconds: 1, rows: 1 };
const FAILING = { sinceMs: Date.UTC(2026, 10, 21, 2, 15), reason: 'ENOSPC: no space left on device.' };

test('[R197] backups that fail are mailed once, so is their recovery, and a restart mails nothing twice', async () => {
  await using database = await createTestDatabase('migrated');
  await using db = await openDatabase(database.options);
  const folder = await mkdtemp(join(tmpdir(), 'onde-backup-alerts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const clock = new ManualClock();
  const queue = mailQueue(db);
  const lastBackup = join(folder, 'backup.json');
  const start = () =>
    new BackupAlerts({
      db,
      clock,
      logger: createLogger({ level: 'silent', part: 'test' }),
      lastBackup,
      recordFile: join(folder, 'cache', 'backup-alert.json'),
      recipient: () => 'contact@example.org',
      wakeMail() {},
    });
  let alerts = start();
  /** What is mailed when the backups went so, however often somebody looks. */
  const mailed = async (last: LastBackup | null): Promise<unknown[]> => {
    if (last !== null) await writeLastBackup(lastBackup, last);
    for (let looks = 0; looks < 3; looks += 1) await alerts.look();
    const payloads: unknown[] = [];
    for (
      let owed = await queue.claim(clock.nowMs(), 60_000);
      owed;
      owed = await queue.claim(clock.nowMs(), 60_000)
    ) {
      payloads.push(owed.payload);
      await queue.remove(owed.id);
    }
    return payloads;
  };
  expect(await mailed(null)).toEqual([]);
  expect(await mailed({ triedMs: 1, proved: PROVED, failing: null })).toEqual([]);
  expect(await mailed({ triedMs: 2, proved: PROVED, failing: FAILING })).toEqual([
    { reason: FAILING.reason, provedMs: PROVED.atMs },
  ]);
  await alerts[Symbol.asyncDispose]();
  alerts = start();
  expect(await mailed({ triedMs: 3, proved: PROVED, failing: { ...FAILING, reason: 'another' } })).toEqual(
    [],
  );
  expect(await mailed({ triedMs: 4, proved: PROVED, failing: null })).toEqual([
    { reason: null, provedMs: PROVED.atMs },
  ]);
  await alerts[Symbol.asyncDispose]();
});

test('[R197] what could be told to nobody is told once there is an address', async () => {
  await using database = await createTestDatabase('migrated');
  await using db = await openDatabase(database.options);
  const folder = await mkdtemp(join(tmpdir(), 'onde-backup-alerts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const clock = new ManualClock();
  const lastBackup = join(folder, 'backup.json');
  let recipient = '';
  const alerts = new BackupAlerts({
    db,
    clock,
    logger: createLogger({ level: 'silent', part: 'test' }),
    lastBackup,
    recordFile: join(folder, 'cache', 'backup-alert.json'),
    recipient: () => recipient,
    wakeMail() {},
  });
  onTestFinished(() => alerts[Symbol.asyncDispose]());
  const mailed = async () => {
    await alerts.look();
    const queue = mailQueue(db);
    const owed = await queue.claim(clock.nowMs(), 60_000);
    if (owed !== null) await queue.remove(owed.id);
    return owed?.payload ?? null;
  };
  await writeLastBackup(lastBackup, { triedMs: 1, proved: PROVED, failing: FAILING });
  expect(await mailed()).toBeNull();
  recipient = 'contact@example.org';
  expect(await mailed()).toEqual({ reason: FAILING.reason, provedMs: PROVED.atMs });
  expect(await mailed()).toBeNull();
});

test('[R197] backups that fail because the database is away are mailed once it answers, and once alone', async () => {
  await using database = await createTestDatabase('migrated');
  await using db = await openDatabase(database.options);
  const folder = await mkdtemp(join(tmpdir(), 'onde-backup-alerts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const clock = new ManualClock();
  const lastBackup = join(folder, 'backup.json');
  const alerts = new BackupAlerts({
    db,
    clock,
    logger: createLogger({ level: 'silent', part: 'test' }),
    lastBackup,
    recordFile: join(folder, 'cache', 'backup-alert.json'),
    recipient: () => 'contact@example.org',
    wakeMail() {},
  });
  onTestFinished(() => alerts[Symbol.asyncDispose]());
  const mailed = async () => {
    await alerts.look();
    const queue = mailQueue(db);
    const owed = await queue.claim(clock.nowMs(), 60_000);
    if (owed !== null) await queue.remove(owed.id);
    return owed?.payload ?? null;
  };
  await writeLastBackup(lastBackup, { triedMs: 1, proved: PROVED, failing: FAILING });
  await sql`alter table mail_spool rename to away`.execute(db);
  await alerts.look();
  await sql`alter table away rename to mail_spool`.execute(db);
  expect(await mailed()).toEqual({ reason: FAILING.reason, provedMs: PROVED.atMs });
  expect(await mailed()).toBeNull();
});

test('the mail says why, which backup is the newest whole one, and what to do, in two languages', async () => {
  const compose = backupMailComposer({
    settings: { alertEmail: 'ops@example.org', origin: 'https://radio.example.org' },
    station: () => stationConfig({ name: 'Plage', timezone: 'Europe/Paris' }),
  });
  const owed = {
    id: '1',
    kind: BACKUP_KIND,
    userId: null,
    language: 'fr',
    attempts: 0,
    createdMs: 0,
  } as const;
  const failed = await compose({ ...owed, payload: { reason: FAILING.reason, provedMs: PROVED.atMs } });
  expect(failed?.to).toBe('ops@example.org');
  for (const text of [FAILING.reason, '20 novembre 2026', '20 November 2026', 'npx onde backup'])
    expect(failed?.text).toContain(text);
  const first = await compose({ ...owed, payload: { reason: FAILING.reason, provedMs: null } });
  expect(first?.text).toContain('There is no proved backup yet');
  const well = await compose({ ...owed, payload: { reason: null, provedMs: PROVED.atMs } });
  expect(well?.subject).toMatch(/^Plage.*go well again$/);
});
