import { expect, test } from 'vitest';
import { embeddedPage } from '#src/page/address/embedded-page.ts';
import { ROUTES } from './routes.ts';

const MINE = /\/(profile|profile\/diary|pseudo-selection)$/;

test('every page below a stream stands for its player, but for those of a member [W105]', () => {
  const below = ROUTES.map(({ pattern }) => pattern).filter((pattern) =>
    pattern.startsWith('/:language/:streamId'),
  );
  expect(below.length).toBeGreaterThan(12);
  for (const pattern of below) {
    const name = pattern.includes('/moment/') ? '2026-11-21T12:00:00Z' : 'a-b';
    const path = pattern.replace(':language', 'de').replace(':streamId', 'club').replace(':name', name);
    const expected = MINE.test(pattern)
      ? null
      : expect.objectContaining({ streamId: 'club', language: 'de' });
    expect([pattern, embeddedPage(path, null)]).toEqual([pattern, expected]);
  }
});
