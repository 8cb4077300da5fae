import { expect, test, vi } from 'vitest';
import { listen } from '#src/broadcast/testing/listen.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { createHome, startRadio } from './support/radio.ts';

const STREAM = '/stream/dance.mp3';

test('a full stream sends the next one away with a word, and those who listen hear nothing of it', async () => {
  await using home = await createHome();
  await using radio = await startRadio(home, { settings: { MAX_LISTENERS: '3' } });
  const inside = [1, 2, 3].map(() => listen(radio.origin, STREAM));
  for (const one of inside) await one.bytes(40_000);

  const refused = await fetch(`${radio.origin}${STREAM}`, { headers: { 'Accept-Language': 'en' } });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // A page of another origin, as with MEDIA_BASE_URL, reads what is listed there and no other header.
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(refused.headers.get('access-control-expose-headers')).toBe('Retry-After');
  expect(await refused.json()).toMatchObject({
    success: false,
    code: 'stream_full',
    error: expect.stringContaining('full'),
  });
  expect((await fetch(`${radio.origin}${STREAM}`, { method: 'HEAD' })).status).toBe(200);
  using elsewhere = listen(radio.origin, '/stream/club.mp3');
  await elsewhere.bytes(40_000);

  for (const one of inside) await one.bytes(one.body().length + 20_000);
  inside[0]?.socket.destroy();
  await vi.waitFor(async () => {
    using next = listen(radio.origin, STREAM);
    expect((await next.head()).status).toBe(200);
  }, PATIENT);
  for (const one of inside) one[Symbol.dispose]();
});

test('[W166] who is refused for want of open files counts as that, and is answered like others', async () => {
  await using home = await createHome();
  await using radio = await startRadio(home, { openFiles: 200 });
  await using inside = new AsyncDisposableStack();
  let refused = null;
  while (refused === null) {
    const one = inside.use(listen(radio.origin, STREAM));
    if ((await one.head()).status !== 200) refused = one;
  }
  expect((await refused.head()).status).toBe(503);
  await vi.waitFor(() => expect(refused.body().toString()).toContain('"stream_full"'), PATIENT);
  const figures = await (await fetch(`${radio.origin}/metrics`)).text();
  expect(figures).toContain('onde_listeners_refused_total{reason="no_room"} 1');
  expect(figures).toContain('onde_listeners_refused_total{reason="stream_full"} 0');
});

test('one address behind a proxy has its limit, the next address has its own', async () => {
  await using home = await createHome();
  await using radio = await startRadio(home, { settings: { TRUST_PROXY: '1', MAX_PER_ADDRESS: '20' } });
  const from = (address: string) =>
    listen(radio.origin, STREAM, { headers: { 'X-Forwarded-For': `10.0.0.1, ${address}` } });
  const crowd = Array.from({ length: 20 }, () => from('203.0.113.7'));
  for (const one of crowd) expect((await one.head()).status).toBe(200);
  using refused = from('203.0.113.7');
  expect((await refused.head()).status).toBe(503);
  using neighbour = from('203.0.113.8');
  expect((await neighbour.head()).status).toBe(200);
  for (const one of crowd) one[Symbol.dispose]();
});

test('an address that is forwarded is never the machine itself, whose own programs have no limit', async () => {
  await using home = await createHome();
  await using radio = await startRadio(home, { settings: { TRUST_PROXY: '1', MAX_PER_ADDRESS: '5' } });
  const claimed = Array.from({ length: 40 }, () =>
    listen(radio.origin, STREAM, { headers: { 'X-Forwarded-For': '127.0.0.1' } }),
  );
  const heads = await Promise.all(claimed.map((one) => one.head()));
  expect(heads.filter(({ status }) => status === 200)).toHaveLength(5);
  const own = Array.from({ length: 10 }, () => listen(radio.origin, STREAM));
  for (const one of own) expect((await one.head()).status).toBe(200);
  for (const one of [...claimed, ...own]) one[Symbol.dispose]();
});

test('without trusted proxies what a client says of its address counts for nothing', async () => {
  await using home = await createHome();
  await using radio = await startRadio(home, { settings: { MAX_PER_ADDRESS: '20' } });
  const crowd = Array.from({ length: 21 }, () =>
    listen(radio.origin, STREAM, { headers: { 'X-Forwarded-For': '203.0.113.7' } }),
  );
  for (const one of crowd) {
    expect((await one.head()).status).toBe(200);
    one[Symbol.dispose]();
  }
});

test('an address that holds its whole share of connections reads no more, and listens all the same', async () => {
  await using home = await createHome();
  await using radio = await startRadio(home, { settings: { TRUST_PROXY: '1' } });
  const from = (path: string, address = '203.0.113.7') =>
    listen(radio.origin, path, { headers: { 'X-Forwarded-For': address } });
  const statusOf = async (path: string, address?: string) => {
    using asked = from(path, address);
    return (await asked.head()).status;
  };
  await using held = new AsyncDisposableStack();
  while ((await statusOf('/titre.json')) === 200) await held.use(from('/now-playing/events')).head();
  expect(await statusOf('/titre.json', '203.0.113.8')).toBe(200);
  expect(await statusOf(STREAM)).toBe(200);
});
