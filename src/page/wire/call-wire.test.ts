import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CALL_TIMEOUT_MS, TRANSFER_TIMEOUT_MS } from '#src/contract/limits.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { takeSessionEnd } from '#src/page/session/end-session.ts';
import { type SessionStore, sessionOf } from '#src/page/session/session-store.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { sendCall } from './call-wire.ts';

let sent: Request[];
let browser: Browser;
let session: SessionStore;
beforeEach(() => {
  sent = [];
  browser = testBrowser();
  session = sessionOf(browser);
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem() {} });
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    sent.push(new Request(new URL(address, 'https://radio.example'), init));
    return Response.json({ success: true });
  });
});

test('a call names the program that makes it [W81]', async () => {
  await sendCall(browser, { endpoint: 'comments', method: 'GET', language: 'fr' });
  expect(sent.map(({ headers }) => headers.get('x-api-key'))).toEqual(['site']);
});

test('a call on a later page carries the address that the tab has looked up [A86]', async () => {
  browser.tabStorage.write('client_address', '192.0.2.7');
  await sendCall(browser, { endpoint: 'preferences', method: 'GET', language: 'fr' });
  expect(sent[0]?.headers.get('x-user-ip')).toBe('192.0.2.7');
});

test('a body goes by POST whatever its method, which the address then names [W2]', async () => {
  await sendCall(browser, { endpoint: 'profile', method: 'PUT', language: 'fr', body: { firstName: 'Zoé' } });
  expect(sent[0]).toMatchObject({
    method: 'POST',
    url: 'https://radio.example/api-proxy.php?endpoint=profile&_method=PUT',
  });
  expect(await sent[0]?.json()).toEqual({ firstName: 'Zoé' });
});

const MEMBER = {
  id: '1',
  email: 'zoe@example.org',
  first_name: 'Zoé',
  last_name: 'Martin',
  pseudo: 'zoe',
  profile_picture: '',
  created_at: '',
  email_verified: true,
};

const dead = async () => Response.json({ success: false }, { status: 401 });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Where the page has gone, from an address with this query. */
function watchAddress(search = '') {
  const assign = vi.fn<(address: string) => void>();
  vi.stubGlobal('location', { assign, search });
  return () => assign.mock.calls.flat();
}

test('a 401 ends the session and leads to /, that of a login ends none [A37]', async () => {
  const gone = watchAddress('?lang=fr');
  vi.stubGlobal('fetch', dead);
  session.signIn(MEMBER, 'token');
  const body = { email: 'zoe@example.org', password: 'wrong' };
  await sendCall(browser, { endpoint: 'login', method: 'POST', language: 'fr', body });
  expect([session.getToken(), gone()]).toEqual(['token', []]);
  await sendCall(browser, { endpoint: 'profile', method: 'GET', language: 'fr' });
  expect([session.getToken(), gone()]).toEqual([null, ['/']]);
});

test.each([
  ['empty', null],
  ['a page of the proxy', '<html>Unauthorized'],
])('a 401 ends the session though its body is no JSON: %s [A37]', async (_, body) => {
  const gone = watchAddress();
  vi.stubGlobal('fetch', async () => new Response(body, { status: 401 }));
  session.signIn(MEMBER, 'token');
  const call = sendCall(browser, { endpoint: 'profile', method: 'GET', language: 'fr' });
  await expect(call).rejects.toMatchObject({ code: 'unreadable_answer', status: 401 });
  expect([session.getToken(), gone()]).toEqual([null, ['/']]);
});

test('a session that ends on the way from the external player leads there after the next login [A14, A37]', async () => {
  const player = 'https://player.example.org/player/dance?x=1&y=2';
  const gone = watchAddress(`?redirect=${encodeURIComponent(player)}`);
  vi.stubGlobal('fetch', dead);
  session.signIn(MEMBER, 'token');
  await sendCall(browser, { endpoint: 'profile', method: 'GET', language: 'fr' });
  const [address = ''] = gone();
  expect(new URL(address, 'https://radio.example').pathname).toBe('/');
  expect(new URL(address, 'https://radio.example').searchParams.get('redirect')).toBe(player);
});

test('the page after it is told once whose session has ended, and the one that goes is not [A37]', async () => {
  const next = testBrowser({ tabStorage: browser.tabStorage });
  watchAddress();
  vi.stubGlobal('fetch', dead);
  session.signIn(MEMBER, 'token');
  await sendCall(browser, { endpoint: 'profile', method: 'GET', language: 'fr' });
  expect(takeSessionEnd(browser)).toBeNull();
  expect([takeSessionEnd(next), takeSessionEnd(next)]).toEqual([MEMBER.id, null]);
});

test('who has signed in again since is told of no session that ended [A37]', async () => {
  const next = testBrowser({ tabStorage: browser.tabStorage });
  watchAddress();
  vi.stubGlobal('fetch', dead);
  session.signIn(MEMBER, 'token');
  await sendCall(browser, { endpoint: 'profile', method: 'GET', language: 'fr' });
  sessionOf(next).signIn(MEMBER, 'newer');
  expect(takeSessionEnd(next)).toBeNull();
  sessionOf(next).clear();
  expect(takeSessionEnd(next)).toBeNull();
});

test('what is refused to the member before is no answer to the present one, who stays [A37]', async () => {
  const gone = watchAddress();
  vi.stubGlobal('fetch', async () => {
    session.signIn({ ...MEMBER, id: '2' }, 'newer');
    return dead();
  });
  session.signIn(MEMBER, 'token');
  const call = sendCall(browser, { endpoint: 'profile', method: 'GET', language: 'fr' });
  await expect(call).rejects.toMatchObject({ code: 'no_answer', status: 0 });
  expect([session.getToken(), gone()]).toEqual(['newer', []]);
});

/** Fetches something that ends when it is aborted, and not before. */
const hang = (_address: string, { signal }: RequestInit = {}) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** Time for calls to end that passes by hand, in milliseconds. */
function holdTime(): (ms: number) => Promise<void> {
  const clock = new ManualClock();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const end = new AbortController();
    clock.after(ms, () => end.abort(new DOMException('Too late', 'TimeoutError')));
    return end.signal;
  });
  return async (ms) => {
    await setImmediate();
    clock.advance(ms);
    await setImmediate();
  };
}

const timedOut = { code: 'timed_out', status: 0 };

test('a call without an answer ends within its time, and the connection with it [A63]', async () => {
  const passTime = holdTime();
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    signals.push(init?.signal);
    return hang(address, init);
  });
  const seen = vi.fn();
  sendCall(browser, { endpoint: 'comments', method: 'GET', language: 'fr' }).catch(seen);
  await passTime(CALL_TIMEOUT_MS - 1);
  expect(seen).not.toHaveBeenCalled();
  await passTime(1);
  expect(seen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(timedOut));
  expect(signals[0]?.aborted).toBe(true);
  const later = vi.fn();
  sendCall(browser, {
    endpoint: 'export',
    method: 'GET',
    language: 'fr',
    limitMs: TRANSFER_TIMEOUT_MS,
  }).catch(later);
  await passTime(TRANSFER_TIMEOUT_MS - 1);
  expect(later).not.toHaveBeenCalled();
  await passTime(1);
  expect(later).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(timedOut));
});

test('an answer that stops in the middle of its body ends within its time [A63]', async () => {
  const passTime = holdTime();
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"succ')),
    });
    return new Response(body);
  });
  const seen = vi.fn();
  sendCall(browser, { endpoint: 'comments', method: 'GET', language: 'fr' }).catch(seen);
  await passTime(CALL_TIMEOUT_MS);
  expect(seen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(timedOut));
});

test('a failure says whether there was a network, and whether there was an answer [A63]', async () => {
  const fails = async () => {
    throw new TypeError('Failed to fetch');
  };
  const call = () => sendCall(browser, { endpoint: 'comments', method: 'GET', language: 'fr' });
  vi.stubGlobal('fetch', fails);
  vi.stubGlobal('navigator', { onLine: true });
  await expect(call()).rejects.toMatchObject({ code: 'no_answer', status: 0 });
  vi.stubGlobal('navigator', { onLine: false });
  await expect(call()).rejects.toMatchObject({ code: 'offline', status: 0 });
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
  await expect(call()).rejects.toMatchObject({ code: 'unreadable_answer', status: 502 });
});

test('what was given up before it could be asked for is not asked for any more [A63]', async () => {
  const asked = vi.fn(hang);
  vi.stubGlobal('fetch', asked);
  const wish = AbortSignal.abort('over');
  const call = { endpoint: 'comments', method: 'GET', language: 'fr' } as const;
  await expect(sendCall(browser, call, wish)).rejects.toBe('over');
  expect(asked).not.toHaveBeenCalled();
});

test('who no longer wants an answer gets none, and no failure of the radio’s', async () => {
  vi.stubGlobal('fetch', hang);
  const wish = new AbortController();
  const call = sendCall(browser, { endpoint: 'comments', method: 'GET', language: 'fr' }, wish.signal);
  wish.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});
