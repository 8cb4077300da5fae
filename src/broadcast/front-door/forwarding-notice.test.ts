import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { ForwardingNotice, openBesideProxy } from './forwarding-notice.ts';

/** What is told when requests come from an address with a header, one after the other. */
function told(
  trustProxy: number,
  requests: readonly (readonly [peer: string, forwardedFor: string | null])[],
) {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const trust = createProxyTrust({ trustProxy, trustedProxies: [] });
  const notice = new ForwardingNotice({ trust, logger });
  for (const [remoteAddress, forwardedFor] of requests) {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
    const request = new IncomingMessage(socket);
    if (forwardedFor !== null) request.headers['x-forwarded-for'] = forwardedFor;
    notice.look(request);
  }
  return lines;
}

test('a proxy that no setting tells of is told once', () => {
  const lines = told(0, [
    ['127.0.0.1', null],
    ['127.0.0.1', '203.0.113.7'],
    ['10.0.0.1', '203.0.113.7'],
  ]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('set TRUST_PROXY');
  expect(lines[0]).not.toContain('203.0.113');
});

test('without a proxy a stranger’s invented header is worth no line', () => {
  expect(told(0, [['198.51.100.7', '203.0.113.7']])).toEqual([]);
});

test('a header that does not count is told once, since it may be a proxy’s that nobody named', () => {
  const lines = told(1, [
    ['127.0.0.1', '203.0.113.7'],
    ['198.51.100.7', '203.0.113.7'],
    ['198.51.100.8', '203.0.113.8'],
  ]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('TRUSTED_PROXIES');
  expect(told(2, [['127.0.0.1', '203.0.113.7, 198.51.100.7']])).toHaveLength(1);
});

test('a start with an open port beside the proxy says what that means', () => {
  const of = (host: string, trustProxy = 1) => openBesideProxy({ host, port: 8080, trustProxy });
  expect(of('0.0.0.0')).toEqual([expect.stringContaining('set HOST=127.0.0.1')]);
  expect([of('192.168.1.5').length, of('::').length]).toEqual([1, 1]);
  expect([of('127.0.0.1'), of('::1'), of('localhost'), of('0.0.0.0', 0)]).toEqual([[], [], [], []]);
});
