import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#src/contract/languages.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { answerAddress, type Choice, type ChoosingPage, chooseAddress } from './answer-address.ts';

const ask = (path: string, headers: Record<string, string> = {}) =>
  answerAddress(new Request(`http://radio.example${path}`, { headers }), 'Radio <Sept>');

describe('answerAddress', () => {
  test('leaves addresses with a page to the page', () => {
    expect(ask('/fr/dance')).toBeNull();
  });

  test('redirects an address without its stream and keeps the query', () => {
    const answer = ask('/fr/page-top20.html?utm=mail');
    expect(answer?.status).toBe(302);
    expect(answer?.headers.location).toBe('/fr/dance/page-top20.html?utm=mail');
  });

  test.each([
    ['/FR/Dance', '/fr/dance'],
    ['/fr/HITS/', '/fr/hits/'],
    ['/en/Dance/biography/Nova%20Kessler', '/en/dance/biography/Nova%20Kessler'],
    ['/player/Club', '/player/club'],
    ['/en/%64ance', '/en/dance'],
    ['/%65%4E/90%73', '/en/90s'],
    ['/fr/dance/info%2Dtitre/a%37', '/fr/dance/info-titre/a7'],
  ])(
    'leads an address in capitals, or with letters encoded, to the one that links have: %s → %s',
    (path, to) => {
      expect(ask(path)).toMatchObject({ status: 301, headers: { location: to } });
      expect(ask(to)).toBeNull();
    },
  );

  test('takes a stream in capitals without a language for the stream that it is', () => {
    expect(ask('/80S/page-top20.html?a=B')?.headers.location).toBe('/fr/80s/page-top20.html?a=B');
  });

  test.each([
    '/fr/dance/biography/N.E.R.D',
    '/fr/dance/biography/%D0%91%D0%B8-2%20%2F%2564',
    '/fr/lovepuls/Dance',
    '/fr/dance/moment/2026-11-21T12:00:00Z',
  ])('leaves capitals in names, and what has to be encoded: %s', (path) => {
    expect(ask(path)).toBeNull();
  });

  test('sends a program on by the languages it accepts', () => {
    const answer = ask('/?a=1', { 'Accept-Language': 'pt, de;q=0.8' });
    expect(answer?.status).toBe(302);
    expect(answer?.headers.location).toBe('/de/dance?a=1');
    expect(answer?.headers.vary).toBe('Accept-Language, Sec-Fetch-Dest, Upgrade-Insecure-Requests');
  });

  test('sends a program that accepts nothing we speak to French', () => {
    expect(ask('/profile')?.headers.location).toBe('/fr/dance/profile');
  });

  test('lets a browser that shows a document decide by itself, with a way on without scripts', () => {
    const answer = ask('/profile?x=1&y="<', { 'Sec-Fetch-Dest': 'document', 'Accept-Language': 'nl' });
    expect(answer?.status).toBe(200);
    expect(answer?.headers.vary).toBe('Accept-Language, Sec-Fetch-Dest, Upgrade-Insecure-Requests');
    const html = answer?.body;
    expect(html).toContain('<title>Radio &lt;Sept&gt;</title>');
    expect(html).toContain('location.replace(');
    expect(html).toContain('url=/nl/dance/profile?x=1&amp;y=%22%3C"');
    expect(html?.match(/<script/g)).toHaveLength(1);
    expect(answer?.inline.scripts).toHaveLength(1);
    expect(html).toContain(`<script>${answer?.inline.scripts[0]}</script>`);
  });

  test('knows a browser on a network without TLS, to which it does not say what it asks for', () => {
    const plain = { 'Upgrade-Insecure-Requests': '1', 'Accept-Language': 'en' };
    expect(ask('/profile', plain)).toMatchObject({ status: 200 });
    expect(ask('/profile', { ...plain, 'Sec-Fetch-Dest': 'iframe' })).toMatchObject({ status: 302 });
    const request = new Request('https://radio.example/profile', { headers: plain });
    expect(answerAddress(request, 'Radio')).toMatchObject({ status: 302 });
  });

  test('notes for the page to come that somebody came by the root address, and by no other', () => {
    const scriptOf = (path: string) => ask(path, { 'Sec-Fetch-Dest': 'document' })?.body ?? '';
    for (const path of ['/', '/somewhere']) expect(scriptOf(path)).toContain('root_arrival');
    for (const path of ['/profile', '/club/page-don.html'])
      expect(scriptOf(path)).not.toContain('root_arrival');
  });

  test('cannot be made to run what stands in the address', () => {
    const answer = ask('/hits/</script><script>alert(1)</script>', { 'Sec-Fetch-Dest': 'document' });
    expect(answer?.body.match(/<script/gi)).toHaveLength(1);
  });

  test('says plainly that a file is none of ours', async () => {
    const answer = ask('/wp-login.php', { 'Sec-Fetch-Dest': 'document' });
    expect(answer?.status).toBe(404);
    expect(answer?.headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});

const choice: Choice = {
  languages: LANGUAGES,
  streams: STREAM_IDS,
  defaultLanguage: 'fr',
  defaultStream: 'dance',
  rest: '',
  withStream: true,
};

const DIRECT = { location: { origin: 'https://radio.example' }, document: { referrer: '' } };

function browser(stored: Record<string, string>, languages: readonly string[] = []): ChoosingPage {
  return { ...DIRECT, localStorage: { getItem: (key) => stored[key] ?? null }, navigator: { languages } };
}

describe('chooseAddress', () => {
  test('falls back on French and dance', () => {
    expect(chooseAddress(browser({}), choice)).toBe('/fr/dance');
    expect(chooseAddress(browser({}, ['ja-JP', 'pt']), choice)).toBe('/fr/dance');
  });

  test("takes the browser's first language that is spoken here", () => {
    expect(chooseAddress(browser({}, ['pt-BR', 'nl-BE', 'en']), choice)).toBe('/nl/dance');
    // North Frisian is no French.
    expect(chooseAddress(browser({}, ['frr', 'de']), choice)).toBe('/de/dance');
  });

  test("prefers the stored language to the browser's, and that of a sign-in's return to both", () => {
    expect(chooseAddress(browser({ language: 'it' }, ['de']), choice)).toBe('/it/dance');
    expect(chooseAddress(browser({ auth_return_lang: 'ru', language: 'it' }), choice)).toBe('/ru/dance');
  });

  test("prefers the language of our own page that led there to the browser's", () => {
    const { location } = DIRECT;
    const from = (referrer: string, stored = {}) =>
      chooseAddress({ ...browser(stored, ['en']), location, document: { referrer } }, choice);
    expect(from('https://radio.example/nl/dance/pseudo-selection')).toBe('/nl/dance');
    expect(from('https://radio.example/nl/dance', { language: 'it' })).toBe('/it/dance');
    expect(from('https://elsewhere.example/nl/dance')).toBe('/en/dance');
    expect(from('https://radio.example/player/club')).toBe('/en/dance');
  });

  test('ignores what is stored but no language or stream', () => {
    const stored = { auth_return_lang: 'xx', language: 'constructor', auth_return_stream: '/evil' };
    expect(chooseAddress(browser(stored, ['es']), choice)).toBe('/es/dance');
  });

  test("takes a member's favourite stream, and that of a sign-in's return for others", () => {
    const user = JSON.stringify({ favoriteStreamId: 'club' });
    const returning = { auth_return_stream: '80s', user };
    expect(chooseAddress(browser({ ...returning, authToken: 't' }), choice)).toBe('/fr/club');
    expect(chooseAddress(browser(returning), choice)).toBe('/fr/80s');
  });

  test('outlives spoilt and blocked storage', () => {
    expect(chooseAddress(browser({ authToken: 't', user: '{' }), choice)).toBe('/fr/dance');
    const blocked: ChoosingPage = {
      navigator: { languages: ['pl'] },
      ...DIRECT,
      get localStorage(): Storage {
        throw new Error('blocked');
      },
    };
    expect(chooseAddress(blocked, choice)).toBe('/pl/dance');
  });

  test('puts the rest of the address after language and stream', () => {
    expect(chooseAddress(browser({}), { ...choice, rest: 'profile' })).toBe('/fr/dance/profile');
    expect(chooseAddress(browser({}), { ...choice, rest: 'hits/page-don.html', withStream: false })).toBe(
      '/fr/hits/page-don.html',
    );
  });
});
