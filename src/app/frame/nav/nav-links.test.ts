import { describe, expect, test } from 'vitest';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { addressOf, linksOf, MAIN_LINKS, pageOfPath } from './nav-links.ts';

describe('linksOf', () => {
  test('offers podcasts and schedule where a stream has them', () => {
    const offering = STREAM_IDS.filter((id) => linksOf(MAIN_LINKS, id).length === MAIN_LINKS.length);
    expect(offering).toEqual(['dance', 'hits', 'club', 'trance']);
  });
});

describe('pageOfPath', () => {
  test.each([
    ['/fr', ''],
    ['/fr/hits/', ''],
    ['/ru/90s/page-top20.html', 'page-top20.html'],
    ['/lovepuls/lea_m', 'lovepuls/lea_m'],
    ['/fr/nowhere', 'nowhere'],
  ])('of %s is %j', (pathname, page) => {
    expect(pageOfPath(pathname)).toBe(page);
  });

  test('is what a link to the page says', () => {
    for (const link of MAIN_LINKS) expect(pageOfPath(addressOf(link, 'de', 'club'))).toBe(link.page);
  });
});
