import { describe, expect, test } from 'vitest';
import { type Pattern, routeFinder } from './match-route.ts';

const patterns: Pattern[] = [
  { pattern: '/player/:streamId', isBare: true },
  { pattern: '/lovepuls/:name?' },
  { pattern: '/:language/lovepuls/:name?' },
  { pattern: '/:language' },
  { pattern: '/:language/:streamId' },
  { pattern: '/:language/:streamId/info-titre/:name' },
  { pattern: '/:language/:streamId/page-top20.html' },
];
const NOT_FOUND: Pattern = { pattern: '*' };
const find = routeFinder(patterns, NOT_FOUND);

test.each([
  ['/fr', '/:language', null, ''],
  ['/fr/', '/:language', null, ''],
  ['/fr/80s', '/:language/:streamId', '80s', ''],
  ['/fr/lovepuls', '/:language/lovepuls/:name?', null, ''],
  ['/lovepuls/lea_m', '/lovepuls/:name?', null, 'lea_m'],
  ['/fr/dance/info-titre/ac%2Fdc%20100%25', '/:language/:streamId/info-titre/:name', 'dance', 'ac/dc 100%'],
  ['/fr/dance/info-titre/%E9t%E9', '/:language/:streamId/info-titre/:name', 'dance', '%E9t%E9'],
  ['/player/club', '/player/:streamId', 'club', ''],
])('%s is answered by %s', (pathname, pattern, streamId, name) => {
  expect(find(pathname)).toMatchObject({ route: { pattern }, params: { streamId, name }, isMissing: false });
});

describe('an address is answered by the designed 404', () => {
  test.each([
    '/fr/jazz',
    '/fr/jazz/page-top20.html',
    '/fr/dance/page-top20xhtml',
    '/fr/dance/info-titre',
    '/xx/dance',
    '/fr/dance/page-top20.html/more',
    // In capitals it would be a second address of the page, which shared caches would keep apart.
    '/fr/dance/Info-Titre/noir-désir',
    '/fr/LovePuls/lea_m',
    '/fr/dance/PAGE-top20.html',
    '/LovePuls/lea_m',
    '/FR/dance',
  ])('%s', (pathname) => {
    expect(find(pathname)).toMatchObject({ route: NOT_FOUND, isMissing: true });
  });
});

test('a bare page says itself that it knows no such stream', () => {
  expect(find('/player/jazz')).toMatchObject({
    route: { pattern: '/player/:streamId' },
    params: { streamId: null },
    isMissing: true,
  });
});
