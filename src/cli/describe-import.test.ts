import { expect, test } from 'vitest';
import type { ImportReport } from '#src/import/import-report.ts';
import { describeImport, listLeftOut, shortened, writtenOut } from './describe-import.ts';

const skipped = Array.from({ length: 3 }, (_, at) => ({
  path: `music/dance/${at}.mp3`,
  reason: 'is silent',
}));
const report: ImportReport = {
  files: 4,
  unchanged: 0,
  rendered: 1,
  renewed: 0,
  filed: 0,
  removed: 0,
  skipped,
  remarks: [],
  isToBeTriedAgain: false,
  seconds: 1,
};
const HEAD = '4 files in 1.0 s: 1 new, 0 moved or tagged anew, 0 unchanged, 0 gone, 3 skipped\n';

test('an import says in a line what it did, then lists all that it has left out', () => {
  const lines = skipped.map(({ path }) => `  ${path} is silent\n`);
  expect(describeImport(report)).toBe(HEAD);
  expect(listLeftOut(report).map(writtenOut)).toEqual([`Skipped, the rest plays:\n${lines.join('')}`]);
});

test('of very many files that an import has left out broadcast is told some by name, and how many the others are', () => {
  const skipped = Array.from({ length: 100_000 }, (_, at) => ({ path: `${at}.mp3`, reason: 'is silent' }));
  const lists = listLeftOut({ ...report, skipped }).map(shortened);
  expect(JSON.stringify(lists).length).toBeLessThan(50_000);
  expect(lists.map(({ files, more }) => files.length + more)).toEqual([100_000]);
  expect(listLeftOut(report).map(shortened)).toEqual(listLeftOut(report));
});
