import { expect, test } from 'vitest';
import { memberTag, trackTag } from '#src/contract/page-tags.ts';
import { tagsOfPage } from './page-tags.ts';

test.each([
  ['/fr/dance/info-titre/nova-kessler-midnight-ferry', trackTag('nova-kessler-midnight-ferry')],
  ['/de/lounge/info-titre/a%2Cb%20c', 'track-a%2Cb%20c'],
  ['/lovepuls/Sable_Blanc', memberTag('sable_blanc')],
  ['/en/lovepuls/%20sable_blanc', memberTag('sable_blanc')],
  ['/lovepuls/sable_blanc/', memberTag('sable_blanc')],
  ['/fr/dance/info-titre/one/', trackTag('one')],
])('the page at %s has a tag of its subject [W211]', (address, tag) => {
  expect(tagsOfPage(address)).toEqual(['page', tag]);
});

test.each(['/', '/fr/dance', '/fr/dance/page-top20.html', '/embed/dance', '/lovepuls', '/fr/lovepuls'])(
  'the page at %s is a page, and no more [W211]',
  (address) => {
    expect(tagsOfPage(address)).toEqual(['page']);
  },
);

test('no tag holds what stands between two of them', () => {
  for (const tag of [trackTag('a, b'), memberTag('a, b')]) expect(tag).not.toMatch(/[\s,]/);
});
