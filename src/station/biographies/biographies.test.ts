import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatProblem } from '#src/station/problem.ts';
import { type Biographies, biographyReader, findBiography, readBiography } from './biographies.ts';

let stationDir: string;
beforeEach(async () => {
  stationDir = await mkdtemp(join(tmpdir(), 'onde-biographies-'));
});
afterEach(() => rm(stationDir, { recursive: true }));

async function write(files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(stationDir, 'biographies', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

async function read(last: Biographies = new Map()) {
  const { value, problems } = await biographyReader(stationDir).read(last, new AbortController().signal);
  return {
    value,
    problems: problems.map(formatProblem),
    reminders: problems.map(({ isReminder = false }) => isReminder),
  };
}

test('a name at the head of a text is the artist’s, alone or between two lines of dashes', () => {
  // As the first Macintosh ended lines.
  expect(readBiography('name: AC/DC\r\rA band.\r')).toMatchObject({ name: 'AC/DC', text: 'A band.' });
  expect(readBiography('name: AC/DC\r\n\r\nA band.\r\n')).toEqual({
    name: 'AC/DC',
    blankNameLine: null,
    text: 'A band.',
  });
  expect(readBiography('---\nName: "AC/DC"\nborn: 1973\n---\n\nA band.')).toEqual({
    name: 'AC/DC',
    blankNameLine: null,
    text: 'A band.',
  });
  expect(readBiography('A band.\nname: nobody')).toEqual({
    name: null,
    blankNameLine: null,
    text: 'A band.\nname: nobody',
  });
  expect(readBiography('---\nA rule that nothing closes')).toEqual({
    name: null,
    blankNameLine: null,
    text: '---\nA rule that nothing closes',
  });
  expect(readBiography('')).toEqual({ name: null, blankNameLine: null, text: '' });
});

test('a folder in the place of a text is told as what it is, and the text of before stays', async () => {
  await write({ 'A/en.md': 'A band.' });
  const before = await read();
  await rm(join(stationDir, 'biographies/A/en.md'));
  await mkdir(join(stationDir, 'biographies/A/en.md'));
  const { value, problems } = await read(before.value);
  expect(problems).toEqual(['biographies/A/en.md: expected a file']);
  expect(findBiography(value, 'A')?.texts).toEqual({ en: 'A band.' });
});

test('a name at the head that is left blank is told with its line, and is no part of the text', async () => {
  await write({ 'A/en.md': '\nname:\n\nA band.', 'B/en.md': '---\nborn: 1973\nname: ""\n---\nB band.' });
  const { value, problems } = await read();
  expect(problems.toSorted()).toEqual([
    'biographies/A/en.md:2: name: expected the name of the artist',
    'biographies/B/en.md:3: name: expected the name of the artist',
  ]);
  expect(findBiography(value, 'a')?.texts).toEqual({ en: 'A band.' });
  expect(findBiography(value, 'b')?.texts).toEqual({ en: 'B band.' });
});

test('an artist is found in any case and accents, by the folder and by the true name', async () => {
  await write({
    'AC_DC/en.md': 'Thunder.',
    'Céline Étoile/en.md': 'A singer.',
    'Céline Étoile/fr.md': 'Une chanteuse.',
    'Группа 🎸/en.md': 'A group.',
    'long/en.md': `name: ${'very '.repeat(100)}long\n\nA name.`,
  });
  const { value, problems } = await read();
  expect(problems).toEqual([]);
  expect(findBiography(value, 'ac/dc')?.texts).toEqual({ en: 'Thunder.' });
  expect(findBiography(value, 'CELINE ETOILE')?.texts.fr).toBe('Une chanteuse.');
  expect(findBiography(value, 'группа 🎸')?.texts.en).toBe('A group.');
  expect(findBiography(value, `${'very '.repeat(100)}LONG`)?.texts.en).toBe('A name.');
  expect(findBiography(value, 'nobody')).toBeNull();
});

test('an unknown language and an empty text are told, a folder without English is a reminder; the rest is shown', async () => {
  await write({ 'Solo/fr.md': 'Un texte.', 'Solo/pt.md': 'Um texto.', 'Solo/de.md': ' \n', 'notes.txt': '' });
  const { value, problems, reminders } = await read();
  expect(problems).toEqual([
    'biographies/Solo/de.md: expected a text',
    'biographies/Solo/pt.md: expected one of fr.md, en.md, de.md, pl.md, es.md, it.md, ru.md, nl.md',
    expect.stringMatching(/^biographies\/notes\.txt: expected a folder for each artist/),
    expect.stringMatching(
      /^biographies: without en\.md: Solo\. Readers of languages without a text are told that there is none/,
    ),
  ]);
  expect(reminders).toEqual([false, false, false, true]);
  expect(findBiography(value, 'Solo')?.texts).toEqual({ fr: 'Un texte.' });
});

test('of many artists without English a few are named', async () => {
  await write(
    Object.fromEntries(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((artist) => [`${artist}/fr.md`, 'Un texte.'])),
  );
  expect((await read()).problems).toEqual([expect.stringContaining('en.md: A, B, C, D, E and 2 more. ')]);
});

test('a text that was good and is no longer readable stays as it was', async () => {
  await write({ 'Solo/en.md': 'Good.' });
  const { value } = await read();
  await write({ 'Solo/en.md': new Uint8Array([0xff, 0xfe, 0x41]) });
  const again = await read(value);
  expect(again.problems).toEqual([
    'biographies/Solo/en.md: expected text in UTF-8: save it in this encoding',
  ]);
  expect(findBiography(again.value, 'Solo')?.texts.en).toBe('Good.');
});

test('two folders about one artist are told, and the first one counts', async () => {
  await write({ 'A/en.md': 'One.', 'b/en.md': 'name: A\nTwo.' });
  const { value, problems } = await read();
  expect(problems).toEqual([
    'biographies/b: expected one folder for each artist; biographies/A is about the same',
  ]);
  expect(findBiography(value, 'a')?.texts.en).toBe('One.');
});

test('links that lead nowhere or out of the station are told; the others, and what was good, are shown', async () => {
  await write({ 'Solo/en.md': 'Good.', 'Duo/en.md': 'Two.' });
  const { value } = await read();
  await rm(join(stationDir, 'biographies', 'Solo'), { recursive: true });
  await symlink('/nowhere', join(stationDir, 'biographies', 'Solo'));
  await symlink('/etc/hostname', join(stationDir, 'biographies', 'Duo', 'fr.md'));
  const again = await read(value);
  const out = 'is a link that leads out of the station folder: put the file or folder itself there';
  expect(again.problems).toEqual([
    `biographies/Duo/fr.md: ${out}`,
    'biographies/Solo: is a link that leads nowhere',
  ]);
  expect(findBiography(again.value, 'Duo')?.texts).toEqual({ en: 'Two.' });
  expect(findBiography(again.value, 'Solo')?.texts).toEqual({ en: 'Good.' });
});

test('a name with a row of blanks in it is read once', () => {
  const before = process.threadCpuUsage();
  expect(readBiography(`name: a${' '.repeat(200_000)}b\nText`).text).toBe('Text');
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(1_000_000);
});
