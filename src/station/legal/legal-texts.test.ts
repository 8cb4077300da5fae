import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatProblem } from '#src/station/problem.ts';
import { type LegalTexts, legalReader } from './legal-texts.ts';

let stationDir: string;
beforeEach(async () => {
  stationDir = await mkdtemp(join(tmpdir(), 'onde-legal-'));
});
afterEach(() => rm(stationDir, { recursive: true }));

async function read(last: LegalTexts = {}) {
  const { value, problems } = await legalReader(stationDir).read(last, new AbortController().signal);
  return { value, problems: problems.map(formatProblem) };
}

test('the notice and its excerpt are read, and one that is removed is gone', async () => {
  expect(await read()).toEqual({ value: {}, problems: [] });
  await writeFile(join(stationDir, 'legal.fr.md'), '# Mentions\r\n\r\nTexte.\r\n');
  await writeFile(join(stationDir, 'legal.en.md'), 'Text.\r\rMore.\r');
  const both = await read();
  expect(both).toEqual({ value: { fr: '# Mentions\n\nTexte.', en: 'Text.\n\nMore.' }, problems: [] });
  await rm(join(stationDir, 'legal.en.md'));
  expect((await read(both.value)).value).toEqual({ fr: '# Mentions\n\nTexte.' });
});

test('a text that is empty, no text, or a link out of the station is told, and what was good stays', async () => {
  const last = { fr: 'Bon.', en: 'Good.' };
  await writeFile(join(stationDir, 'legal.fr.md'), ' \n');
  await symlink('/etc/hostname', join(stationDir, 'legal.en.md'));
  expect(await read(last)).toEqual({
    value: last,
    problems: [
      'legal.fr.md: expected a text',
      expect.stringMatching(/^legal\.en\.md: is a link that leads out of the station folder/),
    ],
  });
});
