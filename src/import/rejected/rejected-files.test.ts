import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { type RejectedEntry, RejectedFiles } from './rejected-files.ts';

const entry = (number: number): RejectedEntry => ({
  path: `music/dance/${number}.mp3`,
  sizeBytes: number,
  modifiedMs: number,
  reason: 'not-audio',
  message: 'is no audio',
});

test('files that are taken in at the same time are all forgotten, and those that are refused meanwhile are not', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-rejected-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = dataFolder(root);
  await mkdir(folder.media, { recursive: true });
  const rejected = await RejectedFiles.open(folder);
  const [before, meanwhile] = [Array.from({ length: 20 }, (_, at) => at), [100, 101, 102]];
  for (const number of before) await rejected.add(entry(number));
  await Promise.all([
    ...before.map((number) => rejected.forget(entry(number).path)),
    ...meanwhile.map((number) => rejected.add(entry(number))),
  ]);
  const reopened = await RejectedFiles.open(folder);
  const kept = [...before, ...meanwhile].filter((number) => reopened.find(entry(number)) !== null);
  expect(kept).toEqual(meanwhile);
});
