import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
const CHAINED = /\bimport\('[^']+'\)\s*\.then\(/g;

/** Whether a call has more than one argument; `from` is where its arguments begin. */
function hasSecondArgument(text: string, from: number): boolean {
  let depth = 0;
  for (const [sign] of text.slice(from).matchAll(/[()[\]{}]|,(?!\s*\))/g)) {
    if ('([{'.includes(sign)) depth += 1;
    else if (sign !== ',') depth -= 1;
    else if (depth === 0) return true;
    if (depth < 0) return false;
  }
  return false;
}

// The bundler hands the helper an import with its `then`: what that does about a failure would not hear of a fetch.
test('what shall happen when a script does not come stands behind its import in a catch of its own', () => {
  const unheard = SOURCES.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(CHAINED)].some(({ 0: { length }, index }) =>
      hasSecondArgument(text, index + length),
    );
  });
  expect(unheard).toEqual([]);
});
