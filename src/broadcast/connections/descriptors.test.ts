import { expect, test } from 'vitest';
import { tooFewOpenFiles } from './descriptors.ts';

test('fewer open files than listeners on all streams are worth a word with the number that it takes', () => {
  expect(tooFewOpenFiles(8, 1000, 8192)).toContain('ulimit -n 9088');
});

test('enough, unlimited or unknown limits are not', () => {
  expect(tooFewOpenFiles(8, 1000, 9088)).toBeNull();
  expect(tooFewOpenFiles(8, 1000, Number.POSITIVE_INFINITY)).toBeNull();
});
