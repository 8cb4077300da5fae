import { expect, test } from 'vitest';
import { startWeb } from '../support/start-web.ts';

test('a caller learns its own address, whatever it claims', async () => {
  await using web = await startWeb();
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-user-ip': '203.0.113.9' };
  const { body } = await web.call('ip', {}, { headers });
  expect(body).toEqual({ success: true, ip: '127.0.0.1', data: { ip: '127.0.0.1' } });
});

test('behind one trusted proxy, the address that it passes on counts', async () => {
  await using web = await startWeb({ environment: { TRUST_PROXY: '1' } });
  const { body } = await web.call('ip', {}, { headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' } });
  expect(body).toMatchObject({ ip: '203.0.113.9' });
});
