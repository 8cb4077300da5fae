import { expect, test } from 'vitest';
import { combinedProgress } from './start-progress.ts';

test.each([
  ['nothing has been said yet', null, null, null],
  ['music is rendered', null, [3, 10], [3, 10]],
  ['all is rendered', null, [10, 10], null],
  ['the demo is made, and rendered as it comes', [10, 50], [4, 8], [14, 100]],
  ['rendering keeps up with the demo', [10, 50], [10, 10], [20, 100]],
  ['the demo is made, rendering is not done', [50, 50], [30, 45], [80, 95]],
  ['both are done', [50, 50], [45, 45], null],
])('one bar for both: %s', (_, demo, rendering, combined) => {
  const count = (pair: number[] | null) => pair && { done: pair[0] ?? 0, total: pair[1] ?? 0 };
  expect(combinedProgress(count(demo), count(rendering))).toEqual(count(combined));
});
