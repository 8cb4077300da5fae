import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#src/contract/languages.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { type Choice, type ChoosingPage, chooseAddress } from './choose-script.ts';

const choice: Choice = {
  languages: LANGUAGES,
  streams: STREAM_IDS,
  defaultLanguage: 'fr',
  defaultStream: 'dance',
  rest: '',
  withStream: true,
};

function browser(stored: Record<string, string>, languages: readonly string[] = []): ChoosingPage {
  return { localStorage: { getItem: (key) => stored[key] ?? null }, navigator: { languages } };
}

describe('chooseAddress', () => {
  it('falls back on French and dance', () => {
    expect(chooseAddress(browser({}), choice)).toBe('/fr/dance');
    expect(chooseAddress(browser({}, ['ja-JP', 'pt']), choice)).toBe('/fr/dance');
  });

  it("takes the browser's first language that is spoken here", () => {
    expect(chooseAddress(browser({}, ['pt-BR', 'nl-BE', 'en']), choice)).toBe('/nl/dance');
    // North Frisian is no French.
    expect(chooseAddress(browser({}, ['frr', 'de']), choice)).toBe('/de/dance');
  });

  it("prefers the stored language to the browser's, and that of a sign-in's return to both", () => {
    expect(chooseAddress(browser({ language: 'it' }, ['de']), choice)).toBe('/it/dance');
    expect(chooseAddress(browser({ auth_return_lang: 'ru', language: 'it' }), choice)).toBe('/ru/dance');
  });

  it('ignores what is stored but no language or stream', () => {
    const stored = { auth_return_lang: 'xx', language: 'constructor', auth_return_stream: '/evil' };
    expect(chooseAddress(browser(stored, ['es']), choice)).toBe('/es/dance');
  });

  it("takes a member's favourite stream, and that of a sign-in's return for others", () => {
    const user = JSON.stringify({ favoriteStreamId: 'club' });
    const returning = { auth_return_stream: '80s', user };
    expect(chooseAddress(browser({ ...returning, authToken: 't' }), choice)).toBe('/fr/club');
    expect(chooseAddress(browser(returning), choice)).toBe('/fr/80s');
  });

  it('outlives spoilt and blocked storage', () => {
    expect(chooseAddress(browser({ authToken: 't', user: '{' }), choice)).toBe('/fr/dance');
    const blocked: ChoosingPage = {
      navigator: { languages: ['pl'] },
      get localStorage(): Storage {
        throw new Error('blocked');
      },
    };
    expect(chooseAddress(blocked, choice)).toBe('/pl/dance');
  });

  it('puts the rest of the address after language and stream', () => {
    expect(chooseAddress(browser({}), { ...choice, rest: 'profile' })).toBe('/fr/dance/profile');
    expect(chooseAddress(browser({}), { ...choice, rest: 'hits/page-don.html', withStream: false })).toBe(
      '/fr/hits/page-don.html',
    );
  });
});
