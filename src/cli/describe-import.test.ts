import { expect, test } from 'vitest';
import type { ImportReport } from '#src/import/import-report.ts';
import { describeImport } from './describe-import.ts';

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

test('an import lists all that it has left out, and in the log of a station the first of it', () => {
  const lines = skipped.map(({ path }) => `  ${path} is silent\n`);
  expect(describeImport(report)).toBe(`${HEAD}Skipped, the rest plays:\n${lines.join('')}`);
  expect(describeImport(report, 2)).toBe(
    `${HEAD}Skipped, the rest plays:\n${lines.slice(0, 2).join('')}  and 1 more: "onde check" lists them all\n`,
  );
});
