import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test, vi } from 'vitest';
import { popupAnswer } from './return-answer.ts';

const ORIGIN = 'https://radio.example';
const ADDRESS = `${ORIGIN}/fr/dance?apple_auth=success&token=t`;
const MESSAGE = { type: 'APPLE_AUTH_SUCCESS', token: 't' };

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** The window in which the page's script runs; what became of it, and its ears. */
async function open(opener: object | null) {
  const html = await popupAnswer({ message: MESSAGE, origin: ORIGIN, address: ADDRESS }).text();
  const [, outcome = '', script = ''] =
    /<script type="application\/json" id="outcome">(.*?)<\/script>\s*<script>(.*?)<\/script>/s.exec(html) ??
    [];
  const became: string[] = [];
  let hear = (_event: { origin: string; data: unknown }) => {};
  runInNewContext(script, {
    document: { getElementById: () => ({ textContent: outcome }) },
    opener,
    addEventListener: (_type: 'message', listener: typeof hear) => {
      hear = listener;
    },
    setTimeout,
    clearTimeout,
    location: { replace: (address: string) => became.push(address) },
    close: () => became.push('closed'),
  });
  return { became, hear: (event: { origin: string; data: unknown }) => hear(event) };
}

/** A page that opened the window; what it was told, and for whom that was. */
function page() {
  const told: unknown[] = [];
  return { told, postMessage: (...said: unknown[]) => told.push(said) };
}

test('the window of a sign-in closes once the page has heard [W217]', async () => {
  const opener = page();
  const { became, hear } = await open(opener);
  expect(opener.told).toEqual([[MESSAGE, ORIGIN]]);
  expect(became).toEqual([]);
  hear({ origin: ORIGIN, data: 'onde-heard' });
  vi.advanceTimersByTime(60_000);
  expect(became).toEqual(['closed']);
});

test('one that nobody hears becomes the site [W217]', async () => {
  const { became, hear } = await open(page());
  hear({ origin: 'https://evil.test', data: 'onde-heard' });
  hear({ origin: ORIGIN, data: { type: 'else' } });
  vi.advanceTimersByTime(1_999);
  expect(became).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(became).toEqual([ADDRESS]);
});

test('one without a page becomes it at once', async () => {
  expect((await open(null)).became).toEqual([ADDRESS]);
});
