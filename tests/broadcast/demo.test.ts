import { once } from 'node:events';
import { mkdirSync, mkdtempDisposableSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDemoState } from '#demo/demo-station.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { ended, runOnde, startOnde } from '../support/run-onde.ts';

test('a demo is made by one command at a time; another one says so, and both leave it whole', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-two-demos-'));
  const settings = { STATION_DIR: join(folder.path, 'station'), DATA_DIR: join(folder.path, 'data') };
  const first = startOnde(['demo'], settings);
  const end = ended(first);
  try {
    if (first.stdout) await once(first.stdout, 'data');
    expect(await runOnde(['demo'], settings)).toMatchObject({
      how: 1,
      told: expect.stringMatching(/^The demo in .*station is being made already.*\nWait until/),
    });
    expect(await runOnde(['demo', '--audio'], settings)).toMatchObject({
      how: 0,
      printed: expect.stringMatching(/is being made already/),
      told: '',
    });
  } finally {
    first.kill('SIGTERM');
  }
  expect(await end).toMatchObject({ how: 130, told: expect.stringContaining('What is finished is kept') });
  expect(findDemoState(settings.STATION_DIR)).toBe('texts');
  expect(readdirSync(settings.STATION_DIR)).not.toContain('.onde-demo.lock');
});

test('a folder with music of its own stays as it is', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-own-'));
  const settings = { STATION_DIR: import.meta.dirname, DATA_DIR: join(folder.path, 'data') };
  const before = readdirSync(settings.STATION_DIR);
  expect(await runOnde(['demo'], settings)).toMatchObject({
    how: 1,
    told: expect.stringContaining('is not empty'),
  });
  expect(readdirSync(settings.STATION_DIR)).toEqual(before);
});

test('the folder of a station whose disk is away is not filled', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-away-'));
  const settings = { STATION_DIR: join(folder.path, 'station'), DATA_DIR: join(folder.path, 'data') };
  const { journal } = dataFolder(settings.DATA_DIR);
  for (const path of [settings.STATION_DIR, journal]) mkdirSync(path, { recursive: true });
  writeFileSync(join(journal, '2026-11-21.jsonl'), '{"kind":"play"}\n');
  expect(await runOnde(['demo'], settings)).toMatchObject({
    how: 1,
    told: expect.stringMatching(
      /^There is nothing of a station in .* played from .* before.*\nMount the disk/,
    ),
  });
  expect(readdirSync(settings.STATION_DIR)).toEqual([]);
});
