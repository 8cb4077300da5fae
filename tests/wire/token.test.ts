import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { AD_FREE_PURPOSE, verifyAdFreeToken } from '#src/platform/secrets/ad-free-token.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { startMembers } from '../support/start-members.ts';
import { NOON_MS } from '../support/start-web.ts';

test('a member gets a token for six hours, which the instance’s key alone verifies', async () => {
  await using members = await startMembers();
  const { user, token } = await members.join('zoe');
  const reply = await members.get('token', { token });
  const given = { token: expect.any(String), expires_at: '2026-11-21T17:00:00.000Z' };
  expect(reply).toMatchObject({ status: 200, success: true, data: given });
  expect(reply.headers.get('cache-control')).toBe('no-store');
  const signed = String(reply.data?.token);
  const key = instanceKey(members.web.data.folder.secret, AD_FREE_PURPOSE);
  expect(verifyAdFreeToken(key, signed, NOON_MS)).toEqual({
    userId: user.id,
    expiresMs: NOON_MS + 6 * HOUR_MS,
  });
  expect(verifyAdFreeToken(key, signed, NOON_MS + 6 * HOUR_MS)).toBeNull();
});

test('guests and dead tokens get none', async () => {
  await using members = await startMembers();
  for (const token of ['', 'dead'])
    expect(await members.get('token', { token })).toMatchObject({
      status: 401,
      code: 'authentication_required',
    });
  expect((await members.post('token')).status).toBe(405);
});

test('with a list of client keys a program that is not on it gets none', async () => {
  await using members = await startMembers({ environment: { CLIENT_API_KEYS: 'site, phone' } });
  const { token } = await members.join('zoe');
  const call = (key?: string) =>
    members.web.call(
      'token',
      {},
      {
        headers: { authorization: `Bearer ${token}`, 'x-language': 'en', ...(key && { 'x-api-key': key }) },
      },
    );
  expect(await call('phone')).toMatchObject({ status: 200, body: { success: true } });
  for (const key of [undefined, 'web', 'SITE'])
    expect(await call(key)).toMatchObject({ status: 403, body: { code: 'unknown_client' } });
});
