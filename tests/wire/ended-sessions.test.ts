import { expect } from 'vitest';
import * as z from 'zod';
import type { Database } from '#src/db/database.ts';
import { createLinkToken } from '#src/features/accounts/mail-links/email-link.server.ts';
import { holdAccount } from '#src/members/session/session.server.ts';
import { betweenTransactions, hold } from '../support/locks.ts';
import { PASSWORD, signedIn, startMembers, type TestMembers } from '../support/start-members.ts';

/** Holds an account. */
function holdRow(db: Database, userId: string) {
  return hold(db, (trx) => holdAccount(trx, userId));
}

async function twoDevices(members: TestMembers) {
  const { user, token: own } = await members.join('zoe');
  const login = await members.post('login', { email: 'zoe@example.org', password: PASSWORD });
  return { user, own, lost: signedIn(login).token };
}

betweenTransactions(
  'a hand-over opens nothing out of a session that a new password ends meanwhile [A42]',
  async () => {
    await using members = await startMembers();
    const { user, own, lost } = await twoDevices(members);
    const { data } = await members.get('handover', { token: lost });
    const { token } = z.object({ token: z.string() }).parse(data);
    const row = await holdRow(members.web.services.db, user.id);
    const change = members.post(
      'change-password',
      { current: PASSWORD, password: 'tides and swells' },
      { token: own },
    );
    await row.waiting(1);
    const handOver = members.post('handover', { token });
    await row.waiting(2);
    await row.release();
    expect((await change).status).toBe(200);
    expect(await handOver).toMatchObject({ status: 422, code: 'token_invalid' });
    const left = members.web.services.db.selectFrom('sessions').select('id');
    expect(await left.execute()).toHaveLength(1);
  },
);

betweenTransactions(
  'a session that changes its token as all others are ended does not outlive it [A45]',
  async () => {
    await using members = await startMembers();
    const { user, own, lost } = await twoDevices(members);
    const row = await holdRow(members.web.services.db, user.id);
    const renewal = members.post('sessions', undefined, { token: lost });
    await row.waiting(1);
    const ending = members.remove('sessions', undefined, { token: own });
    await row.waiting(2);
    await row.release();
    expect((await ending).status).toBe(200);
    const { token } = signedIn(await renewal);
    expect((await members.get('profile', { token })).status).toBe(401);
    expect((await members.get('profile', { token: own })).status).toBe(200);
  },
);

betweenTransactions(
  'a borrowed session that a new password ends meanwhile deletes no account without one [A42, A107]',
  async () => {
    await using members = await startMembers();
    const { token, user } = await members.join('zoe');
    const { db, clock } = members.web.services;
    await db.updateTable('users').set({ password_hash: null }).execute();
    const link = await createLinkToken(db, { userId: user.id, purpose: 'reset', nowMs: clock.nowMs() });
    const row = await holdRow(db, user.id);
    const reset = members.post('reset-password', { token: link, password: 'tides and swells' });
    await row.waiting(1);
    const deletion = members.remove('profile', undefined, { token });
    await row.waiting(2);
    await row.release();
    const { token: own } = signedIn(await reset);
    expect(await deletion).toMatchObject({ status: 401, code: 'authentication_required' });
    expect((await members.get('profile', { token: own })).status).toBe(200);
  },
);

betweenTransactions(
  'a session that its owner ends meanwhile deletes no account, not even by the password [A45]',
  async () => {
    await using members = await startMembers();
    const { user, own, lost } = await twoDevices(members);
    const row = await holdRow(members.web.services.db, user.id);
    const ending = members.remove('sessions', undefined, { token: own });
    await row.waiting(1);
    const deletion = members.remove('profile', { password: PASSWORD }, { token: lost });
    await row.waiting(2);
    await row.release();
    expect((await ending).status).toBe(200);
    expect(await deletion).toMatchObject({ status: 401, code: 'authentication_required' });
    expect((await members.get('profile', { token: own })).status).toBe(200);
  },
);
