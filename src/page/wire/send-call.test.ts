import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '#src/page/session/session-store.ts';
import { rememberClientKey } from './client-key.ts';
import { sendCall } from './send-call.ts';

let sent: Request[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem() {} });
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    sent.push(new Request(new URL(address, 'https://radio.example'), init));
    return Response.json({ success: true });
  });
});

test('a call names the program that makes it, once its key is known [W81]', async () => {
  await sendCall({ endpoint: 'comments', method: 'GET', language: 'fr' });
  rememberClientKey('site');
  await sendCall({ endpoint: 'comments', method: 'GET', language: 'fr' });
  expect(sent.map(({ headers }) => headers.get('x-api-key'))).toEqual([null, 'site']);
});

test('a body goes by POST whatever its method, which the address then names [W2]', async () => {
  await sendCall({ endpoint: 'profile', method: 'PUT', language: 'fr', body: { firstName: 'Zoé' } });
  expect(sent[0]).toMatchObject({
    method: 'POST',
    url: 'https://radio.example/api-proxy.php?endpoint=profile&_method=PUT',
  });
  expect(await sent[0]?.json()).toEqual({ firstName: 'Zoé' });
});

test('a 401 ends the session and leads to /, that of a login ends none [A37]', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('fetch', async () => Response.json({ success: false }, { status: 401 }));
  const names = { first_name: 'Zoé', last_name: 'Martin', pseudo: 'zoe', profile_picture: '' };
  session.signIn(
    { id: '1', email: 'zoe@example.org', created_at: '', email_verified: true, ...names },
    'token',
  );
  const body = { email: 'zoe@example.org', password: 'wrong' };
  await sendCall({ endpoint: 'login', method: 'POST', language: 'fr', body });
  expect([session.getToken(), assign.mock.calls]).toEqual(['token', []]);
  await sendCall({ endpoint: 'profile', method: 'GET', language: 'fr' });
  expect([session.getToken(), assign.mock.calls]).toEqual([null, [['/']]]);
});
