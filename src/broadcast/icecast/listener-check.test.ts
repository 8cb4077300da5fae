import { expect, onTestFinished, test } from 'vitest';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { AdFreePermits } from '#src/broadcast/listeners/ad-free.ts';
import { AD_FREE_STREAMS, AD_FREE_TOKEN_MS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createServer } from '#src/platform/wire/node-http.ts';
import { ListenerCheck, RELAY_PASSWORDS_AT_ONCE } from './listener-check.ts';

async function open() {
  const clock = new ManualClock();
  const check = new ListenerCheck({
    server: { user: 'source', password: 'right' },
    memberOf: (token) => (token?.startsWith('good') ? token : null),
    adFree: new AdFreePermits(),
    peerOf: () => ({ address: '203.0.113.7' }),
    clock,
  });
  const server = createServer((request, response) => check.handle(openExchange(request, response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    check[Symbol.dispose]();
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  let client = 0;
  const ask = async (fields: Record<string, string>) => {
    client += 1;
    const reply = await fetch(`http://127.0.0.1:${port}/icecast/listener`, {
      method: 'POST',
      body: new URLSearchParams({
        action: 'listener_add',
        server: 'a',
        port: '8000',
        client: `${client}`,
        ...fields,
      }),
    });
    return reply.headers.get('icecast-auth-user') === '1' && reply.status === 200;
  };
  const mount = (token: string) => `/dance-noads.mp3?noads=${token}`;
  const listen = (token: string) => ask({ mount: mount(token) });
  const left = (of: number, token: string) =>
    ask({ action: 'listener_remove', client: `${of}`, mount: mount(token) });
  return { ask, listen, clock, left };
}

test('[W194] a token that counts lets in, as often as a member may listen, and again when one has left', async () => {
  const { listen, left } = await open();
  expect([await listen('bad'), await listen('')]).toEqual([false, false]);
  for (let count = 0; count < AD_FREE_STREAMS; count += 1) expect(await listen('good')).toBe(true);
  expect([await listen('good'), await listen('good-too')]).toEqual([false, true]);
  await left(3, 'good');
  expect(await listen('good')).toBe(true);
});

test('[W243] that a listener has left says nobody who does not know its token', async () => {
  const { ask, listen, left } = await open();
  for (let count = 0; count < AD_FREE_STREAMS; count += 1) await listen('good');
  for (let count = 1; count <= AD_FREE_STREAMS; count += 1) {
    await left(count, 'good-too');
    await left(count, '');
    await ask({ action: 'listener_remove', client: `${count}` });
    await ask({ action: 'listener_remove', client: `${count}`, mount: '/dance-noads.mp3' });
  }
  expect(await listen('good')).toBe(false);
});

test('[W194] who was there when Icecast crashed counts no longer than a token does', async () => {
  const { listen, clock } = await open();
  for (let count = 0; count < AD_FREE_STREAMS; count += 1) await listen('good');
  clock.advance(AD_FREE_TOKEN_MS);
  expect(await listen('good')).toBe(true);
});

test('[W194] a relay is let in by the password of the source, which cannot be guessed at leisure', async () => {
  const { ask, clock } = await open();
  const relay = (pass: string) => ask({ mount: '/dance-noads.mp3', user: 'source', pass });
  expect([await relay('right'), await relay('wrong')]).toEqual([true, false]);
  for (let guess = 2; guess < RELAY_PASSWORDS_AT_ONCE; guess += 1) await relay(`${guess}`);
  expect(await relay('right')).toBe(false);
  clock.advance(1_000);
  expect(await relay('right')).toBe(true);
});

test('what is no question of Icecast lets nobody in, and costs nothing', async () => {
  const { ask } = await open();
  for (const fields of [{}, { mount: '%' }, { mount: '/x?noads' }, { mount: 'x'.repeat(100_000) }])
    expect(await ask(fields)).toBe(false);
});
