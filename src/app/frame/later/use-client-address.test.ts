import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { CLIENT_ADDRESS_KEY, clientAddressOf } from '#src/page/wire/call-wire.ts';
import { lookUpClientAddress } from './use-client-address.ts';

const SERVICES = ['ip', 'https://second.example/json', 'https://third.example/json'];

let asked: string[];
beforeEach(() => {
  asked = [];
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Answers by address; what has no answer fails as a dead network does. */
async function lookUp(answers: Record<string, unknown>, browser = testBrowser()): Promise<string | null> {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (!(address in answers)) throw new TypeError('Failed to fetch');
    return Response.json(answers[address]);
  });
  await lookUpClientAddress(browser, SERVICES);
  return clientAddressOf(browser).read();
}

test('asks our own service first, and nobody else when it answers', async () => {
  expect(await lookUp({ '/api-proxy.php?endpoint=ip': { success: true, ip: '192.0.2.7' } })).toBe(
    '192.0.2.7',
  );
  expect(asked).toEqual(['/api-proxy.php?endpoint=ip']);
});

test('asks the next service when one is away or answers nonsense', async () => {
  const answers = { [SERVICES[1] ?? '']: { city: 'Brest' }, [SERVICES[2] ?? '']: { ip: '2001:db8::7' } };
  expect(await lookUp(answers)).toBe('2001:db8::7');
  expect(asked).toEqual(['/api-proxy.php?endpoint=ip', SERVICES[1], SERVICES[2]]);
});

test.each(['', 'localhost', '192.0.2.7, 10.0.0.1', '1.2.3.4\n', '—', '1'.repeat(46), 7])(
  'what is no address (%j), and may be no header, is no answer: the next service is asked',
  async (ip) => {
    const answers = {
      '/api-proxy.php?endpoint=ip': { ip },
      [SERVICES[1] ?? '']: { ip: '2001:DB8::192.0.2.7' },
    };
    expect(await lookUp(answers)).toBe('2001:DB8::192.0.2.7');
  },
);

test('believes what the tab has kept, where it is an address', async () => {
  const answers = { '/api-proxy.php?endpoint=ip': { ip: '192.0.2.7' } };
  for (const [kept, believed] of [
    ['198.51.100.1', '198.51.100.1'],
    ['нет', '192.0.2.7'],
  ] as const) {
    const browser = testBrowser();
    browser.tabStorage.write(CLIENT_ADDRESS_KEY, kept);
    expect(await lookUp(answers, browser)).toBe(believed);
    expect(browser.tabStorage.read(CLIENT_ADDRESS_KEY)).toBe(believed);
  }
});

test('gives each service three seconds', async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort(new DOMException('Too late', 'TimeoutError'));
  });
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    asked.push(address);
    init?.signal?.throwIfAborted();
  });
  await lookUpClientAddress(testBrowser(), SERVICES);
  expect(limits).toEqual([3_000, 3_000, 3_000]);
  expect(asked).toHaveLength(3);
});

test('leaves the hint out when no service answers', async () => {
  expect(await lookUp({})).toBeNull();
});
