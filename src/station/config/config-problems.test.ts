import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatProblem } from '#src/station/problem.ts';
import { findMissingNotice } from './config-problems.ts';
import { stationConfig } from './station-config.ts';

let stationDir: string;
beforeEach(async () => {
  stationDir = await mkdtemp(join(tmpdir(), 'onde-notice-'));
});
afterEach(() => rm(stationDir, { recursive: true }));

test('a station without a notice of its own is told what the one in its place cannot say [R73]', async () => {
  const association = { name: 'Les Amis', address: '1 quai', email: 'a@example.org', phone: '02', host: 'H' };
  const find = () => findMissingNotice(stationDir, stationConfig({ association }));
  const problems = async () => (await find()).map(formatProblem);
  expect(await problems()).toEqual([]);
  await writeFile(join(stationDir, 'station.yaml'), 'name: Onde');
  expect(await problems()).toEqual([
    expect.stringMatching(
      /^legal\.fr\.md: is missing, .*; station\.yaml says nothing of association\.registry, association\.publisher\. Begin yours with: npx onde legal > .*legal\.fr\.md$/,
    ),
  ]);
  // `onde check` does not fail for it.
  expect(await find()).toMatchObject([{ isReminder: true }]);
  await writeFile(join(stationDir, 'legal.fr.md'), 'Texte.');
  expect(await problems()).toEqual([]);
});
