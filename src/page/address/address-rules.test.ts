import { describe, expect, test } from 'vitest';
import {
  addressInLanguage,
  canonicalPath,
  inLanguage,
  languageOfAddress,
  languageOfPath,
  ruleAddress,
} from './address-rules.ts';

describe('ruleAddress', () => {
  test.each([
    '/fr',
    '/fr/',
    '/de/hits',
    '/de/hits/',
    '/ru/90s/info-titre/nova-kessler-midnight-ferry',
    '/en/dance/biography/N.E.R.D',
    '/pl/club/page-top20.html',
    '/pl/club/page-nothing.html',
    '/it/lounge/profile',
    '/es/trance/pseudo-selection',
    '/fr/lovepuls/lea_m',
    '/fr/nowhere/at/all',
    '/fr/dance/moment/2026-11-21T12:00:00Z',
    '/lovepuls/lea_m',
    '/lovepuls',
    '/validate-email',
    '/player/dance',
  ])('lets a page answer %s', (pathname) => {
    expect(ruleAddress(pathname)).toEqual({ kind: 'page' });
  });

  test.each([
    ['/fr/page-top20.html', '/fr/dance/page-top20.html'],
    ['/nl/page-nothing.html', '/nl/dance/page-nothing.html'],
    ['/de/info-titre/altair-9-zenith', '/de/dance/info-titre/altair-9-zenith'],
    ['/de/biography/Mr.Oizo/', '/de/dance/biography/Mr.Oizo'],
    ['/fr/moment/2026-11-21T12:00:00Z', '/fr/dance/moment/2026-11-21T12:00:00Z'],
    ['/en/profile', '/en/dance/profile'],
    ['/en/pseudo-selection', '/en/dance/pseudo-selection'],
  ])('inserts the default stream: %s → %s', (pathname, to) => {
    expect(ruleAddress(pathname)).toEqual({ kind: 'moved', pathname: to });
  });

  test.each([
    ['//fr/dance', '/fr/dance'],
    ['/fr//dance', '/fr/dance'],
    ['/fr/dance//', '/fr/dance/'],
    ['///player//dance', '/player/dance'],
    ['//fr//page-top20.html', '/fr/dance/page-top20.html'],
  ])('takes a slash more for a slip: %s → %s', (pathname, to) => {
    expect(ruleAddress(pathname)).toEqual({ kind: 'moved', pathname: to });
  });

  test.each([
    ['/pt', '/fr'],
    ['/xx/hits/page-top20.html', '/fr/hits/page-top20.html'],
    ['/DE/club', '/de/club'],
    ['/pt-BR/dance', '/fr/dance'],
    ['/pt-BR', '/fr'],
    ['/de-AT/club/page-top20.html', '/de/club/page-top20.html'],
    ['/zh-Hant-TW/page-don.html', '/fr/page-don.html'],
    ['/deu/hits/page-search.html', '/fr/hits/page-search.html'],
  ])(
    'sends a language that is not spoken here to French, and capitals to small letters: %s → %s',
    (pathname, to) => {
      expect(ruleAddress(pathname)).toEqual({ kind: 'moved', pathname: to });
    },
  );

  test.each([
    ['/', ''],
    ['/profile', 'profile'],
    ['/pseudo-selection', 'pseudo-selection'],
    ['/page-top20.html', 'page-top20.html'],
    ['/info-titre/altair-9-zenith', 'info-titre/altair-9-zenith'],
    ['/moment/2026-11-21T12:00:00Z', 'moment/2026-11-21T12:00:00Z'],
    ['//', ''],
    ['///', ''],
    ['//a%20b/', ''],
    ['//profile', 'profile'],
    ['/nowhere', ''],
    ['/nowhere/at/all', ''],
  ])("asks for the visitor's language and stream at %s", (pathname, rest) => {
    expect(ruleAddress(pathname)).toEqual({ kind: 'choose', rest, withStream: true });
  });

  test('asks for the language alone when the address names a stream', () => {
    expect(ruleAddress('/hits/page-top20.html')).toEqual({
      kind: 'choose',
      rest: 'hits/page-top20.html',
      withStream: false,
    });
  });

  test.each([
    '/wp-login.php',
    '/fr/app.js',
    '/fr/dance/cover.jpg',
    '/favicon.png',
    '/a/b.map',
    '//station.json',
    '/metrics',
    '/embed/dance',
    '/oembed',
    '/og/stream',
    '/qr/fr',
    '/auth/google/callback',
  ])('has no file %s', (pathname) => {
    expect(ruleAddress(pathname)).toEqual({ kind: 'no-file' });
  });

  test('never moves an address to one that moves again', () => {
    const addresses = [
      '/xx',
      '/xx/page-top20.html',
      '/xx/info-titre/a',
      '/FR/page-don.html',
      '/yy/zz/profile',
    ];
    for (const address of addresses) {
      let ruling = ruleAddress(address);
      for (let hops = 0; ruling.kind === 'moved'; hops += 1) {
        expect(hops).toBeLessThan(2);
        ruling = ruleAddress(ruling.pathname);
      }
      expect(ruling).toEqual({ kind: 'page' });
    }
  });
});

describe('languageOfPath', () => {
  test('reads the first segment, or nothing', () => {
    expect(languageOfPath('/de/hits')).toBe('de');
    expect(languageOfPath('/lovepuls/de')).toBeNull();
    expect(languageOfPath('/')).toBeNull();
  });
});

describe('languageOfAddress', () => {
  const languageOf = (path: string) => languageOfAddress(new URL(path, 'https://radio.example'), 'nl');

  test('is the path’s, else the mail’s on the pages that mails lead to, else French', () => {
    expect(languageOf('/de/hits?lang=pl')).toBe('de');
    expect(languageOf('/validate-email?token=t&lang=pl')).toBe('pl');
    expect(languageOf('/reset-password?lang=xx')).toBe('fr');
    expect(languageOf('/lovepuls/lea_m?lang=pl')).toBe('fr');
    expect(languageOf('/validate-email/?token=t&lang=pl')).toBe('pl');
  });

  test('is the visitor’s in the stand-alone player', () => {
    expect(languageOf('/player/dance')).toBe('nl');
    expect(languageOfAddress(new URL('https://radio.example/player/dance'), null)).toBe('fr');
  });

  test.each(['/status', '/status/'])('is the asked one, else the visitor’s, on %s', (path) => {
    expect(languageOf(`${path}?lang=de`)).toBe('de');
    expect(languageOf(path)).toBe('nl');
  });
});

describe('inLanguage', () => {
  test('keeps the page', () => {
    expect(inLanguage('/fr/hits/page-top20.html', 'pl')).toBe('/pl/hits/page-top20.html');
    expect(inLanguage('/lovepuls/lea_m', 'ru')).toBe('/ru/lovepuls/lea_m');
    expect(inLanguage('/validate-email', 'nl')).toBe('/nl');
  });
});

describe('addressInLanguage', () => {
  const inPolish = (path: string) => {
    const { pathname, search, hash } = new URL(path, 'https://radio.example');
    const address = addressInLanguage({ pathname, search, hash }, 'pl');
    return address.pathname + address.search + address.hash;
  };

  test('keeps the page with its query and fragment', () => {
    expect(inPolish('/fr/hits?week=2026-W47#top')).toBe('/pl/hits?week=2026-W47#top');
  });

  test('says the language of a page that mails lead to in its query', () => {
    expect(inPolish('/reset-password?lang=fr&other=1')).toBe('/reset-password?lang=pl&other=1');
    expect(inPolish('/validate-email?token=abc&lang=fr')).toBe('/validate-email?lang=pl');
    expect(inPolish('/validate-email')).toBe('/validate-email?lang=pl');
    expect(inPolish('/status/?lang=fr')).toBe('/status/?lang=pl');
  });
});

test.each([
  ['/fr/lovepuls/zoe', 'fr', '/lovepuls/zoe'],
  ['/lovepuls/zoe', 'fr', '/lovepuls/zoe'],
  ['/lovepuls/zoe', 'de', '/de/lovepuls/zoe'],
  ['/fr/hits/page-don.html', 'en', '/en/dance/page-don.html'],
  ['/fr/hits/page-top20.html', 'en', '/en/hits/page-top20.html'],
  ['/fr', 'ru', '/ru'],
  ['/de/hits/page-mentions-legales.html', 'de', '/fr/dance/page-mentions-legales.html'],
] as const)('the one address of %s in %s is %s', (pathname, language, path) => {
  expect(canonicalPath(pathname, language)).toBe(path);
});
