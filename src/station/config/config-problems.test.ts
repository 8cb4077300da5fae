import fs, { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { formatProblem } from '#src/station/problem.ts';
import { findConfigProblems, findMissingNotice } from './config-problems.ts';
import { checkStationText } from './read-station-config.ts';
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

/** Says how many calls that wait for a disk were under way at once. */
function countAtOnce(): { most: number } {
  const counted = { most: 0 };
  let underWay = 0;
  const { readdir, stat, open } = fs;
  const counting =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args) => {
      underWay += 1;
      counted.most = Math.max(counted.most, underWay);
      return call(...args).finally(() => {
        underWay -= 1;
      });
    };
  const replace = (calls: object) => {
    Object.assign(fs, calls);
    syncBuiltinESMExports();
  };
  replace({ readdir: counting(readdir), stat: counting(stat), open: counting(open) });
  onTestFinished(() => replace({ readdir, stat, open }));
  return counted;
}

test('folders and pictures are looked for one at a time: a disk that hangs does not take all threads', async () => {
  const folders = ['day', 'night', 'night/late'];
  for (const folder of folders) await mkdir(join(stationDir, 'music/dance', folder), { recursive: true });
  const pictures = ['a.png', 'b.png', 'c.png'];
  for (const image of pictures) await writeFile(join(stationDir, image), 'words');
  const slot = (image: string) => `{ place: card, image: ${image}, link: https://example.org/, alt: A }`;
  const { config, lineOf } = checkStationText(
    `streams: [{ id: dance, hours: [{ from: 1, until: 2, folder: lat }] }]\nslots: [${pictures.map(slot)}]\n`,
  );
  const counted = countAtOnce();
  const problems = await findConfigProblems(stationDir, config ?? stationConfig({}), lineOf);
  expect(problems.map(({ message }) => message.slice(0, 26))).toEqual([
    'streams[0].hours[0].folder',
    ...pictures.map((image) => `slots: ${image}: expected a p`),
  ]);
  expect(counted.most).toBe(1);
});
