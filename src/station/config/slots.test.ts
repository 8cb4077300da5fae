import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSlotProblems } from './config-problems.ts';
import { checkStationText } from './read-station-config.ts';
import { stationConfig } from './station-config.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
const GOOD = '{ place: card, image: ads/good.png, link: https://example.org/, alt: Good }';

let stationDir: string;
beforeEach(async () => {
  stationDir = await mkdtemp(join(tmpdir(), 'onde-slots-'));
  await mkdir(join(stationDir, 'ads'));
  await writeFile(join(stationDir, 'ads', 'good.png'), PNG);
});
afterEach(() => rm(stationDir, { recursive: true }));

const told = ({ line, message }: { line: number | null; message: string }) => `${line}: ${message}`;

test.each([
  [
    '{ place: banner, image: a.png, link: https://example.org/, alt: A }',
    'slots[0].place: expected one of leaderboard, card',
  ],
  [
    '{ place: card, image: a.png, link: http://example.org/, alt: A }',
    'slots[0].link: expected an address such as https://example.org',
  ],
  [
    '{ place: card, image: a.png, link: https:/example.org/, alt: A }',
    'slots[0].link: expected an address such as https://example.org',
  ],
  [
    '{ place: card, image: a.png, link: "javascript:alert(1)", alt: A }',
    'slots[0].link: expected an address such as https://example.org',
  ],
  [
    '{ place: card, image: a.png, link: https://example.org/, alt: A, from: 2026-07-02, until: 2026-07-01 }',
    'slots[0].until: expected the day of from, or a later one',
  ],
  [
    '{ place: card, image: a.png, link: https://example.org/, alt: A, languages: [fr, gr] }',
    'slots[0].languages[1]: expected one of fr, en, de, pl, es, it, ru, nl',
  ],
  [
    '{ place: card, image: a.png, link: https://example.org/, alt: A, untill: 2026-07-01 }',
    'slots[0].untill: no such key; did you mean until?',
  ],
  ['{ place: card, image: a.png, link: https://example.org/ }', 'slots[0].alt: is missing: expected a text'],
  ['none', 'slots[0]: expected keys with values'],
])('a slot that says %s is left out with its line, the others stand', (slot, problem) => {
  const reading = checkStationText(`name: Plage\nslots:\n  - ${slot}\n  - ${GOOD}\n`);
  expect(reading.problems.map(told)).toEqual([`3: ${problem}`]);
  expect(reading.config?.name).toBe('Plage');
  expect(reading.config?.slots).toMatchObject([{ image: 'ads/good.png' }]);
  expect(reading.lineOf(['slots', 0, 'image'])).toBe(4);
});

test('slots that are no list, and a slip elsewhere, refuse the file as ever', () => {
  expect(checkStationText('slots: none\n').config).toBeNull();
  expect(checkStationText('since: soon\nslots: [{ place: banner }]\n').config).toBeNull();
});

test('a first and a last day may be one', () => {
  const slot = GOOD.replace('}', ', from: 2026-07-01, until: 2026-07-01 }');
  expect(checkStationText(`slots: [${slot}]\n`).problems).toEqual([]);
});

test.each([
  ['is not there', async () => {}, 'the picture is gone'],
  [
    'leads out of the folder',
    () => symlink('/etc/hostname', join(stationDir, 'ads', 'bad.png')),
    'the picture is a link that leads out of the station folder: put the file or folder itself there',
  ],
  [
    'is a text',
    () => writeFile(join(stationDir, 'ads', 'bad.png'), 'words'),
    'expected a picture; ads/bad.png is not what its ending says',
  ],
])('a picture that %s is told with the line of its slot', async (_, write, problem) => {
  await write();
  const text = `slots:\n  - { place: none }\n  - ${GOOD}\n  - ${GOOD.replace('good.png', 'bad.png')}\n`;
  const { config, lineOf } = checkStationText(text);
  const problems = await findSlotProblems(stationDir, config ?? stationConfig({}), lineOf);
  expect(problems.map(told)).toEqual([`4: slots: ads/bad.png: ${problem}`]);
});

test('a picture beside the station folder is none of it', async () => {
  const name = `${stationDir.split('/').at(-1)}.png`;
  await writeFile(`${stationDir}.png`, PNG);
  const { config, lineOf } = checkStationText(`slots: [${GOOD.replace('ads/good.png', `../${name}`)}]\n`);
  const problems = await findSlotProblems(stationDir, config ?? stationConfig({}), lineOf);
  expect(problems).toHaveLength(1);
  await rm(`${stationDir}.png`);
});
