import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { fetchBytes, isPrivateAddress } from './fetch-bytes.ts';

const LIMITS = { bytes: 1_000, ms: 60_000, privateNetwork: true };
let end = () => {};
afterEach(() => end());

/** Where such a server answers. */
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  end = () => {
    server.closeAllConnections();
    server.close();
  };
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

test('what is there comes whole', async () => {
  const port = await serve((_request, response) => response.end('x'.repeat(1_000)));
  expect((await fetchBytes(new URL(`http://127.0.0.1:${port}/`), LIMITS)).length).toBe(1_000);
});

test('nothing behind the public network is called, by number or by name', async () => {
  let calls = 0;
  const port = await serve((_request, response) => {
    calls += 1;
    response.end('secret');
  });
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])
    await expect(
      fetchBytes(new URL(`http://${host}:${port}/`), { ...LIMITS, privateNetwork: false }),
    ).rejects.toThrow('not public');
  expect(calls).toBe(0);
});

test.each<[string, RequestListener]>([
  ['too much', (_request, response) => response.end('x'.repeat(1_001))],
  ['a redirect', (_request, response) => response.writeHead(302, { location: '/there' }).end()],
  ['a failure', (_request, response) => response.writeHead(500).end('x')],
  ['less than promised', (_request, response) => response.writeHead(200, { 'content-length': 9 }).end('x')],
])('%s is refused', async (_what, answer) => {
  const port = await serve(answer);
  await expect(fetchBytes(new URL(`http://127.0.0.1:${port}/`), LIMITS)).rejects.toThrow();
});

test('who does not answer in time is not waited for', async () => {
  const port = await serve(() => {});
  await expect(fetchBytes(new URL(`http://127.0.0.1:${port}/`), { ...LIMITS, ms: 50 })).rejects.toThrow();
});

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'no address',
])('%s is not called', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  '8.8.8.8',
  '142.250.74.33',
  '172.32.0.1',
  '100.128.0.1',
  '2a00:1450:4007:80e::2001',
  '2606:4700::1111',
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
