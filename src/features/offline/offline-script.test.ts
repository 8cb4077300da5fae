import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { LANGUAGES } from '#src/contract/languages.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { type OfflineWords, offlineScript } from './offline-script.ts';

const NAMES = ['title', 'text', 'retry', 'trying', 'stillAway', 'titles', 'noTitles'] as const;
const WORDS = Object.fromEntries(
  LANGUAGES.map((language): [string, OfflineWords] => {
    const own = Object.fromEntries(NAMES.map((name) => [name, `${name} ${language}`]));
    return [
      language,
      {
        title: '',
        text: '',
        retry: '',
        trying: '',
        stillAway: '',
        titles: '',
        noTitles: '',
        ...own,
        asOf: 'TIME',
        locale: localeOf(language),
      },
    ];
  }),
);

/** An element whose words are said each time that they are written, as those of a status are. */
class Said {
  readonly written: string[] = [];

  get textContent() {
    return this.written.at(-1) ?? '';
  }

  set textContent(words: string) {
    this.written.push(words);
  }
}

/**
 * The page as somebody sees it who lost the network at an address: what it says of each name, and its button.
 */
async function openOffline(
  pathname: string,
  fetchAnswer: (address: string, init?: RequestInit) => Promise<Response>,
) {
  const said = new Map<string, Said>();
  const elementOf = (name: string) => {
    const element = said.get(name) ?? new Said();
    said.set(name, element);
    return element;
  };
  const ways: (() => void)[] = [];
  const turns: (() => void)[] = [];
  const page = {
    localStorage: { getItem: () => null },
    navigator: { languages: ['fr-FR'] },
    location: { pathname, reload: vi.fn() },
    fetch: fetchAnswer,
    AbortSignal,
    addEventListener: () => {},
    setInterval: (turn: () => void) => turns.push(turn),
  };
  const doc = {
    documentElement: { lang: '' },
    title: '',
    visibilityState: 'visible',
    querySelectorAll: (selector: string) => {
      const name = /data-words="(\w+)"/.exec(selector)?.[1];
      return name === undefined ? [] : [elementOf(name)];
    },
    querySelector: () => ({ addEventListener: (_type: string, press: () => void) => ways.push(press) }),
  };
  // As in the browser: the text of the script, and nothing else of this file.
  const run = new Function(
    'window',
    'document',
    offlineScript(WORDS, { timeZone: 'Europe/Paris', limitMs: 1 }),
  );
  run(page, doc);
  await setImmediate();
  return {
    words: (name: string) => said.get(name)?.textContent,
    written: (name: string) => said.get(name)?.written,
    press: () => ways[0]?.(),
    /** Ten seconds go by. */
    wait: async () => {
      turns[0]?.();
      await setImmediate();
    },
    page,
  };
}

const titlesAt = (date: string) => async (address: string) =>
  address.startsWith('/titre.json')
    ? Response.json([], { headers: { date: new Date(date).toUTCString() } })
    : new Response('', { status: 503 });

test('the time of the titles is the station’s, in 24 hours in English too, and says its zone to who is elsewhere [R87]', async () => {
  const titles = titlesAt('2026-11-23T19:59:00Z');
  vi.stubEnv('TZ', 'UTC');
  expect((await openOffline('/en/dance', titles)).words('noTitles')).toBe('23 November 2026 at 20:59 CET');
  expect((await openOffline('/fr/dance', titles)).words('noTitles')).toMatch(
    /^23 novembre 2026 à 20:59 UTC\+1$/,
  );
  vi.stubEnv('TZ', 'Europe/Paris');
  expect((await openOffline('/en/dance', titles)).words('noTitles')).toBe('23 November 2026 at 20:59');
  vi.unstubAllEnvs();
});

test('a radio that does not answer is given up, and can be asked again [A63]', async () => {
  const asked: string[] = [];
  const hang = (address: string, init?: RequestInit) => {
    asked.push(address);
    return new Promise<Response>((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new Error('late'))),
    );
  };
  const { press, words } = await openOffline('/fr/dance', hang);
  press();
  expect(words('status')).toBe('trying fr');
  await vi.waitFor(() => expect(words('status')).toBe('stillAway fr'), PATIENT);
  press();
  expect(asked).toEqual(['/titre.json?kept', '/readyz?part=web', '/readyz?part=web']);
});

test('a radio that stays away is told once, however often the page tries by itself, and each press is answered', async () => {
  const { press, wait, written } = await openOffline('/fr/dance', titlesAt('2026-11-23T19:59:00Z'));
  for (let turn = 0; turn < 3; turn += 1) await wait();
  expect(written('status')).toEqual(['stillAway fr']);
  press();
  await wait();
  expect(written('status')).toEqual(['stillAway fr', 'trying fr', 'stillAway fr']);
});
