import { expect, test } from 'vitest';
import * as z from 'zod';
import { HAND_OVER_MS } from '#src/contract/limits.ts';
import { signedIn, startMembers, type TestMembers } from '../support/start-members.ts';

const tokenSchema = z.object({ token: z.string() });

async function handOver(members: TestMembers, token: string): Promise<string> {
  return tokenSchema.parse((await members.get('handover', { token })).data).token;
}
const statusOf = async (members: TestMembers, token: string) =>
  (await members.get('profile', { token })).status;

test('a hand-over opens a session of its own, once, and leaves the member’s alone [W127]', async () => {
  await using members = await startMembers();
  const { user, token } = await members.join('zoe');
  const handed = await handOver(members, token);
  expect(handed).not.toContain(token);
  expect(await statusOf(members, handed)).toBe(401);
  const replies = await Promise.all([1, 2, 3].map(() => members.post('handover', { token: handed })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  expect(replies.find(({ status }) => status === 422)).toMatchObject({ code: 'token_used' });
  const opened = signedIn(Object(replies.find(({ status }) => status === 200)));
  expect(opened.user).toEqual(user);
  expect(opened.token).not.toBe(token);
  expect([await statusOf(members, opened.token), await statusOf(members, token)]).toEqual([200, 200]);
});

/** Another letter of base64url for the same leading bits. */
function otherSpelling(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return letters[letters.indexOf(letter) ^ 1] ?? '';
}

test('a hand-over counts for a minute, while its session lives, and unchanged', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const code = async (handed: string) => (await members.post('handover', { token: handed })).code;
  const late = await handOver(members, token);
  const forged = `${late.slice(0, -1)}${late.endsWith('A') ? 'B' : 'A'}`;
  // Its last letter stands for four bits, and has six.
  const respelt = `${late.slice(0, -1)}${otherSpelling(late.at(-1) ?? '')}`;
  for (const nonsense of [forged, respelt, late.replace(/^./, 'x'), 'x', `${late}.x`, token])
    expect(await code(nonsense)).toBe('token_invalid');
  members.web.clock.advance(HAND_OVER_MS);
  expect(await code(late)).toBe('token_expired');
  const orphan = await handOver(members, token);
  await members.post('logout', undefined, { token });
  expect(await code(orphan)).toBe('token_invalid');
  const aged = await handOver(members, (await members.join('yann')).token);
  const endsMs = members.web.clock.nowMs() + 1_000;
  await members.web.services.db.updateTable('sessions').set({ expires_ms: endsMs }).execute();
  members.web.clock.advance(1_000);
  expect(await code(aged)).toBe('token_invalid');
  expect((await members.get('handover')).status).toBe(401);
  expect((await members.post('handover', {})).fields).toEqual({ token: 'required' });
});

test('what was handed over to a player elsewhere is listed by its host, five at most', async () => {
  await using members = await startMembers({
    environment: { PLAYER_HOST: 'https://player.example.org/listen' },
  });
  const { token } = await members.join('zoe');
  const tokens: string[] = [];
  for (let count = 0; count < 7; count++) {
    members.web.clock.advance(1_000);
    const handed = await handOver(members, token);
    tokens.push(signedIn(await members.post('handover', { token: handed })).token);
  }
  const { data } = await members.get('sessions', { token });
  const devices = z.object({ sessions: z.array(z.object({ device: z.string() })) }).parse(data);
  expect(devices.sessions.map(({ device }) => device).sort()).toEqual([
    '',
    ...Array<string>(5).fill('player.example.org'),
  ]);
  expect(await Promise.all(tokens.map((one) => statusOf(members, one)))).toEqual([
    401, 401, 200, 200, 200, 200, 200,
  ]);
});
