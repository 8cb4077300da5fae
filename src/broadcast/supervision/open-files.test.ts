import { expect, test } from 'vitest';
import { tooFewOpenFiles } from './open-files.ts';

const limits = (
  hard: string,
) => `Max processes             1024                 2048                 processes
Max open files            1024                 ${hard}               files
`;

test('fewer open files than listeners are worth a word with the number that it takes', () => {
  expect(tooFewOpenFiles(1000, limits('1024'))).toContain('ulimit -n 1256');
});

test('enough, unlimited or unknown limits are not', () => {
  expect(tooFewOpenFiles(1000, limits('1256'))).toBeNull();
  expect(tooFewOpenFiles(1000, limits('unlimited'))).toBeNull();
  expect(tooFewOpenFiles(1000, '')).toBeNull();
});
