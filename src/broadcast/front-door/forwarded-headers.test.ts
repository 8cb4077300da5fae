import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { LIST_HEADER_MAX } from '#src/contract/limits.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import {
  forwardedRequestHeaders,
  forwardedRequestId,
  forwardedResponseHeaders,
} from './forwarded-headers.ts';

const trust = (trustProxy: number) => createProxyTrust({ trustProxy, trustedProxies: ['198.51.100.0/24'] });

function message(
  headers: Record<string, string>,
  raw: string[] = [],
  remoteAddress = '198.51.100.7',
): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, headers);
  request.rawHeaders.push(...raw);
  return request;
}

const CLAIMS = {
  host: 'radio.example',
  'x-forwarded-for': '203.0.113.1',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'claimed.example',
  forwarded: 'for=203.0.113.1',
};

test('without trusted proxies a client’s claims are replaced by what is known', () => {
  expect(forwardedRequestHeaders(message(CLAIMS), trust(0))).toEqual({
    host: 'radio.example',
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'radio.example',
  });
});

test('behind a proxy its word is passed on, with the proxy’s own address appended', () => {
  expect(forwardedRequestHeaders(message(CLAIMS), trust(1))).toMatchObject({
    'x-forwarded-for': '203.0.113.1, 198.51.100.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'claimed.example',
  });
});

test('beside the proxy a client’s claims are replaced as if there were none', () => {
  expect(forwardedRequestHeaders(message(CLAIMS, [], '192.0.2.9'), trust(1))).toEqual({
    host: 'radio.example',
    'x-forwarded-for': '192.0.2.9',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'radio.example',
  });
});

test('headers of the connection stay on it, those that Connection names too', () => {
  const sent = forwardedRequestHeaders(
    message({
      connection: 'close, X-Private',
      'x-private': '1',
      te: 'trailers',
      upgrade: 'h2c',
      expect: '100-continue',
      'transfer-encoding': 'chunked',
      'x-language': 'fr',
    }),
    trust(0),
  );
  expect(Object.keys(sent).filter((name) => !name.startsWith('x-forwarded'))).toEqual(['x-language']);
});

test('[W266] a Connection that is too long to be read names none of them', () => {
  const connection = 'x-private'.padEnd(LIST_HEADER_MAX + 1, ',');
  const sent = forwardedRequestHeaders(message({ connection, 'x-private': '1' }), trust(0));
  expect(sent).toMatchObject({ 'x-private': '1' });
  expect(sent).not.toHaveProperty('connection');
});

test('an answer keeps its repeated headers in their order and loses those of the connection', () => {
  const raw = [
    'Set-Cookie',
    'a=1',
    'Keep-Alive',
    'timeout=5',
    'Set-Cookie',
    'b=2',
    'Transfer-Encoding',
    'chunked',
  ];
  expect(forwardedResponseHeaders(message({}, raw))).toEqual(['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']);
});

test('a request is named by a trusted proxy, and by nobody else [W200]', () => {
  const named = { 'x-request-id': '4f1c2a9b77de40a1b6c5d4e3f2a1b0c9' };
  expect(forwardedRequestId(message(named), trust(1))).toBe(named['x-request-id']);
  for (const [asked, trusted] of [
    [message(named), trust(0)],
    [message(named, [], '192.0.2.9'), trust(1)],
    [message({ 'x-request-id': 'a b' }), trust(1)],
    [message({}), trust(1)],
  ] as const)
    expect(forwardedRequestId(asked, trusted)).toMatch(/^[0-9a-f]{12}$/);
});
