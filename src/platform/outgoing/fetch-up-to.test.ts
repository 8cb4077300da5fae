import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { fetchUpTo } from './fetch-up-to.ts';

let end = () => {};
afterEach(() => end());

async function ask(answer: RequestListener, bytesMax: number): Promise<Response> {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  end = () => {
    server.closeAllConnections();
    server.close();
  };
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return await fetchUpTo(bytesMax)(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
}

test('what fits is answered as it came', async () => {
  const answer = await ask(
    (_, response) => response.writeHead(401, { 'x-why': 'no' }).end('x'.repeat(99)),
    99,
  );
  expect([answer.status, answer.headers.get('x-why'), await answer.text()]).toEqual([
    401,
    'no',
    'x'.repeat(99),
  ]);
});

test('an answer without a body is one', async () => {
  const answer = await ask((_, response) => response.writeHead(204).end(), 0);
  expect([answer.status, await answer.text()]).toEqual([204, '']);
});

test('of one that never ends no more is taken than fits', async () => {
  let isLeft = false;
  const answer = await ask((request, response) => {
    request.once('close', () => {
      isLeft = true;
    });
    const send = () => {
      if (response.write('x'.repeat(1_000))) setImmediate(send);
      else response.once('drain', send);
    };
    send();
  }, 100_000);
  await expect(answer.text()).rejects.toThrow('more than 100000 bytes');
  await expect.poll(() => isLeft).toBe(true);
});

test('what is packed small counts as what it unpacks to', async () => {
  const packed = gzipSync('x'.repeat(100_000));
  const answer = await ask((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  }, 10_000);
  await expect(answer.text()).rejects.toThrow('more than 10000 bytes');
});
