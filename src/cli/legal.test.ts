import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFacts } from './legal.ts';

let stationDir: string;
beforeEach(async () => {
  stationDir = await mkdtemp(join(tmpdir(), 'onde-legal-'));
});
afterEach(() => rm(stationDir, { recursive: true }));

test('the notice is that of the association, and of the defaults without a station.yaml', async () => {
  expect((await readFacts(stationDir)).name).toBe('Onde');
  await writeFile(join(stationDir, 'station.yaml'), 'name: Plage');
  expect((await readFacts(stationDir)).name).toBe('Plage');
});

test('no notice is made from a broken station.yaml, nor from a station folder that is not there', async () => {
  await writeFile(join(stationDir, 'station.yaml'), 'name: Plage\nsince: long ago');
  await expect(readFacts(stationDir)).rejects.toThrow('station.yaml:2: since: expected a year');
  await expect(readFacts(join(stationDir, 'nowhere'))).rejects.toThrow('There is no station folder at ');
});
