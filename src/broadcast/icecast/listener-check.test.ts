import { expect, onTestFinished, test } from 'vitest';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { AdFreePermits } from '#src/broadcast/listeners/ad-free.ts';
import { AD_FREE_STREAMS, AD_FREE_TOKEN_MS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createServer } from '#src/platform/wire/node-http.ts';
import { ListenerCheck, RELAY_PASSWORDS_AT_ONCE } from './listener-check.ts';

async function open() {
  const clock = new ManualClock();
  let address = '203.0.113.7';
  const check = new ListenerCheck({
    server: { user: 'source', password: 'right' },
    memberOf: (token) => (token?.startsWith('good') ? token : null),
    adFree: new AdFreePermits(),
    peerOf: () => ({ address }),
    clock,
  });
  const server = createServer((request, response) => check.handle(openExchange(request, response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    check[Symbol.dispose]();
    server.close();
    server.closeAllConnections();
  });
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : 0;
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
  const from = (other: string) => {
    address = other;
  };
  return { ask, listen, clock, left, from };
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

test('[W243] who asks from elsewhere ends no listener, and takes the place of none', async () => {
  const { ask, listen, left, from } = await open();
  for (let count = 0; count < AD_FREE_STREAMS; count += 1) await listen('good');
  from('203.0.113.8');
  await left(1, 'good');
  expect(await ask({ client: '1', mount: '/dance-noads.mp3?noads=good-too' })).toBe(true);
  expect(await listen('good')).toBe(false);
  from('203.0.113.7');
  await left(1, 'good');
  expect(await listen('good')).toBe(true);
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
