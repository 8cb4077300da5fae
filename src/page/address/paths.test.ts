import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#src/contract/languages.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { inLanguage, languageOfPath, ruleAddress } from './address-rules.ts';
import {
  artistPath,
  homePath,
  memberPath,
  type StreamPage,
  smallPlayerPath,
  streamPagePath,
  trackPath,
} from './paths.ts';

const PAGES = [
  'page-contact.html',
  'page-don.html',
  'page-ecoute.html',
  'page-grille.html',
  'page-last20.html',
  'page-mentions-legales.html',
  'page-podcast.html',
  'page-search.html',
  'page-top20.html',
  'profile',
  'pseudo-selection',
] as const satisfies readonly StreamPage[];

describe('the address of a page', () => {
  test('names language, stream and what the page is about', () => {
    expect(homePath('de', null)).toBe('/de');
    expect(homePath('de', 'hits')).toBe('/de/hits');
    expect(streamPagePath('fr', '90s', 'page-top20.html')).toBe('/fr/90s/page-top20.html');
    expect(trackPath('en', 'club', 'altair-9-zenith')).toBe('/en/club/info-titre/altair-9-zenith');
    expect(artistPath('pl', 'dance', 'N.E.R.D')).toBe('/pl/dance/biography/N.E.R.D');
    expect(smallPlayerPath('2000')).toBe('/player/2000');
  });

  test.each(['AC/DC', 'What?', 'Simon & Garfunkel', '50% off', '#1', 'Кино', 'a b'])(
    'stays one segment when a name is %s',
    (name) => {
      for (const path of [trackPath('fr', 'dance', name), artistPath('fr', 'dance', name)]) {
        const segments = path.split('/');
        expect(segments).toHaveLength(5);
        expect(decodeURIComponent(segments.at(-1) ?? '')).toBe(name);
        expect(path).not.toMatch(/[?# ]/);
      }
    },
  );

  test('of a member is in the language of the page that leads to it', () => {
    expect(memberPath('fr', 'lea_m')).toBe('/lovepuls/lea_m');
    expect(memberPath('pl', 'lea_m')).toBe('/pl/lovepuls/lea_m');
    expect(inLanguage(memberPath('fr', 'lea_m'), 'pl')).toBe(memberPath('pl', 'lea_m'));
  });

  test('is answered by that page, without a redirect', () => {
    for (const language of LANGUAGES) {
      const paths = STREAM_IDS.flatMap((streamId) => [
        homePath(language, streamId),
        ...PAGES.map((page) => streamPagePath(language, streamId, page)),
        trackPath(language, streamId, 'daft-punk-da-funk'),
        artistPath(language, streamId, 'Mr.Oizo'),
      ]);
      for (const path of [homePath(language, null), ...paths]) {
        expect(ruleAddress(path)).toEqual({ kind: 'page' });
        expect(languageOfPath(path)).toBe(language);
      }
      expect(ruleAddress(memberPath(language, 'lea_m'))).toEqual({ kind: 'page' });
    }
    for (const streamId of STREAM_IDS)
      expect(ruleAddress(smallPlayerPath(streamId))).toEqual({ kind: 'page' });
  });
});
