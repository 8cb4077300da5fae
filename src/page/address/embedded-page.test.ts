import { expect, test } from 'vitest';
import { embeddedPage } from './embedded-page.ts';

test.each([
  [
    '/de/club/info-titre/a%20-%20b',
    { streamId: 'club', language: 'de', about: { kind: 'track', name: 'a - b' } },
  ],
  ['/de/biography/AC%2FDC', { streamId: 'dance', language: 'de', about: { kind: 'artist', name: 'AC/DC' } }],
  ['/fr//page-top20.html', { streamId: 'dance', language: 'fr', about: null }],
  ['/pl', { streamId: 'dance', language: 'pl', about: null }],
  ['/', { streamId: 'dance', language: null, about: null }],
  ['/club', { streamId: 'club', language: null, about: null }],
  ['/FR/Dance', { streamId: 'dance', language: 'fr', about: null }],
  ['/en/%64ance/page-top20.html', { streamId: 'dance', language: 'en', about: null }],
  ['/player/Club', { streamId: 'club', language: null, about: null }],
])('%s says what it is about', (path, expected) => {
  expect(embeddedPage(path, null)).toEqual(expected);
});

test.each([
  '/fr/disco',
  '/fr/dance/nothing',
  '/fr/dance/page-nothing.html',
  '/fr/dance/info-titre',
  '/fr/dance/info-titre/a/b',
  '/fr/dance/info-titre/%ff',
  '/fr/dance/info-titre/%00',
  '/fr/dance/toString/a',
  '/fr/dance/moment/yesterday',
  '/fr/lovepuls/zoe',
  '/lovepuls/zoe',
  '/embed',
  '/embed/disco',
  '/player/dance/x',
  '/profile',
])('%s stands for no player', (path) => {
  expect(embeddedPage(path, null)).toBeNull();
});
