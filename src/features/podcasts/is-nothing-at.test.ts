import { expect, test, vi } from 'vitest';
import { isNothingAt } from './is-nothing-at.ts';

const ADDRESS = '/podcasts/carnets/1.mp3?v=00000000';

test.each([
  ['an episode that was taken out is not there', 404, true],
  ['one that is being written anew is', 503, false],
  ['one that answers is', 200, false],
])('%s [R249]', async (_, status, isNothing) => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push([method, address]);
    return new Response(null, { status });
  });
  expect(await isNothingAt(ADDRESS)).toBe(isNothing);
  expect(asked).toEqual([['HEAD', ADDRESS]]);
});

test('an episode may be there while nobody answers [R249]', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await isNothingAt(ADDRESS)).toBe(false);
});
