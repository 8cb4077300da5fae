import { expect, test } from 'vitest';
import { hrefOf } from './destination.ts';

const PAGE = { pathname: '/fr/dance/page-top20.html' };

test.each([
  ['/de/hits?week=1#list', '/de/hits?week=1#list'],
  [{ search: '?week=2026-W40' }, '/fr/dance/page-top20.html?week=2026-W40'],
  [{ search: 'week=2026-W40' }, '/fr/dance/page-top20.html?week=2026-W40'],
  [{ search: '' }, '/fr/dance/page-top20.html'],
  [{ hash: 'list' }, '/fr/dance/page-top20.html#list'],
  [{ pathname: '/de/hits', search: '?a=1', hash: '#b' }, '/de/hits?a=1#b'],
  [{}, '/fr/dance/page-top20.html'],
])('%j leads from a page to %s', (to, href) => {
  expect(hrefOf(to, PAGE)).toBe(href);
});
