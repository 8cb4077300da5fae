import { existsSync, mkdtempDisposableSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { BACKUP_AFTER_START_MS } from '#src/backup/backup-due.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { careForStation } from './on-the-air.ts';

test.each([
  [{ BACKUP_DIR: '/mnt/backup' }, true],
  [{ BACKUP_KEEP: '7' }, false],
])('with %o a machine that plays makes backups: %s', async (more, isMade) => {
  using root = mkdtempDisposableSync(join(tmpdir(), 'onde-care-'));
  const { scratch } = dataFolder(root.path);
  await mkdir(join(scratch, 'copy-killed'), { recursive: true });
  const clock = new ManualClock();
  const told: string[] = [];
  const openJob = vi.fn(() => ({ run: vi.fn(), async [Symbol.asyncDispose]() {} }));
  await using _care = careForStation({
    settings: readSettings({ DATA_DIR: root.path, STATION_DIR: '/srv/onde/station', ...more }, '/nowhere'),
    logger: createLogger({ level: 'warn', part: 'test', to: { write: (line) => void told.push(line) } }),
    clock,
    openJob,
  });
  await vi.waitFor(() => expect(existsSync(join(scratch, 'copy-killed'))).toBe(false), PATIENT);
  clock.advance(BACKUP_AFTER_START_MS);
  const [job] = openJob.mock.results;
  if (isMade) await vi.waitFor(() => expect(job?.value.run).toHaveBeenCalledOnce(), PATIENT);
  else expect(job).toBeUndefined();
  expect(told.some((line) => line.includes('BACKUP_KEEP is set, but no backup is made at night'))).toBe(
    !isMade,
  );
});
