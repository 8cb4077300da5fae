import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stationConfig } from '#src/station/config/station-config.ts';
import { formatProblem } from '#src/station/problem.ts';
import { type LegalTexts, legalReader } from './legal-texts.ts';
import { findMissingNotice } from './missing-notice.ts';

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
  await writeFile(join(stationDir, 'legal.en.md'), 'Text.');
  const both = await read();
  expect(both).toEqual({ value: { fr: '# Mentions\n\nTexte.', en: 'Text.' }, problems: [] });
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

test('a station without a notice of its own is told what the one in its place cannot say [R73]', async () => {
  const association = { name: 'Les Amis', address: '1 quai', email: 'a@example.org', phone: '02', host: 'H' };
  const problems = async () =>
    (await findMissingNotice(stationDir, stationConfig({ association }))).map(formatProblem);
  expect(await problems()).toEqual([]);
  await writeFile(join(stationDir, 'station.yaml'), 'name: Onde');
  expect(await problems()).toEqual([
    expect.stringMatching(
      /^legal\.fr\.md: is missing, .*; station\.yaml says nothing of association\.registry, association\.publisher\. Begin yours with: npx onde legal > .*legal\.fr\.md$/,
    ),
  ]);
  await writeFile(join(stationDir, 'legal.fr.md'), 'Texte.');
  expect(await problems()).toEqual([]);
});
