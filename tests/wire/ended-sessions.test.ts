import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { PASSWORD, signedIn, startMembers, type TestMembers } from '../support/start-members.ts';

/** SQLite does one transaction after the other. */
const betweenTransactions = test.runIf(process.env.ONDE_TEST_ENGINE === 'postgres');

/** Holds an account, so that whoever waits for it goes on in the order in which they came. */
async function holdRow(db: Database, userId: string) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    const user = trx.selectFrom('users').select('id').where('id', '=', userId);
    await lockRows(trx, user).execute();
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return {
    async waiting(count: number) {
      const blocked = sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect((await blocked.execute(db)).rows).toEqual([{ count }]), PATIENT);
    },
    async release() {
      released.resolve();
      await holding;
    },
  };
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
