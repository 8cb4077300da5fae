import { expect, test } from 'vitest';
import { mailQueue, orderMail } from '#src/db/mail-queue.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { createTestDatabase } from '../support/test-database.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const LEASE_MS = 120_000;

function order(payload: object, dedupeKey: string | null = null) {
  return { kind: 'note', userId: null, payload, language: 'de', dedupeKey } as const;
}

test('mails are handed out oldest first, each to one worker until its lease ends', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  const queue = mailQueue(db);
  await orderMail(db, NOW_MS, order({ number: 1 }));
  await orderMail(db, NOW_MS + 1, order({ number: 2 }));
  const first = await queue.claim(NOW_MS + 5, LEASE_MS);
  expect(first).toMatchObject({ kind: 'note', payload: { number: 1 }, language: 'de', attempts: 0 });
  expect((await queue.claim(NOW_MS + 5, LEASE_MS))?.payload).toEqual({ number: 2 });
  expect(await queue.claim(NOW_MS + 5, LEASE_MS)).toBeNull();
  expect((await queue.claim(NOW_MS + 5 + LEASE_MS, LEASE_MS))?.payload).toEqual({ number: 1 });
});

test('two workers at once never get the same mail', async () => {
  await using test = await createTestDatabase();
  await using one = await openDatabase(test.options);
  await using two = await openDatabase(test.options);
  for (let number = 0; number < 10; number++) await orderMail(one, NOW_MS, order({ number }));
  const queues = [mailQueue(one), mailQueue(two)];
  const claimed: unknown[] = [];
  for (let round = 0; round < 40 && claimed.length < 10; round++) {
    const mails = await Promise.all(queues.map((queue) => queue.claim(NOW_MS, LEASE_MS)));
    claimed.push(...mails.flatMap((mail) => (mail === null ? [] : [mail.id])));
  }
  expect(claimed).toHaveLength(10);
  expect(new Set(claimed).size).toBe(10);
});

test('a postponed mail comes back when it is due and remembers its attempts; a removed one does not', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  const queue = mailQueue(db);
  await orderMail(db, NOW_MS, order({}));
  const mail = await queue.claim(NOW_MS, LEASE_MS);
  await queue.postpone(mail?.id ?? '', NOW_MS + 15_000, 1);
  expect(await queue.claim(NOW_MS + 14_999, LEASE_MS)).toBeNull();
  expect(await queue.claim(NOW_MS + 15_000, LEASE_MS)).toMatchObject({ id: mail?.id, attempts: 1 });
  await queue.remove(mail?.id ?? '');
  expect(await queue.claim(NOW_MS + 10 * LEASE_MS, LEASE_MS)).toBeNull();
});

test('a mail that was ordered or put off by a clock that ran ahead goes out once the clock is right', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  const queue = mailQueue(db);
  await orderMail(db, NOW_MS + 300 * 86_400_000, order({ number: 1 }));
  expect(await queue.claim(NOW_MS, LEASE_MS)).toMatchObject({ payload: { number: 1 } });
  expect(await queue.claim(NOW_MS, LEASE_MS)).toBeNull();
  await orderMail(db, NOW_MS, order({ number: 2 }));
  const second = await queue.claim(NOW_MS, LEASE_MS);
  await queue.postpone(second?.id ?? '', NOW_MS + 3_600_000, 9);
  expect(await queue.claim(NOW_MS, LEASE_MS)).toBeNull();
});

test('an order that is owed already is not taken twice, and is again once it has gone out', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  const queue = mailQueue(db);
  for (const number of [1, 2]) await orderMail(db, NOW_MS, order({ number }, 'reset:me'));
  for (const number of [3, 4]) await orderMail(db, NOW_MS, order({ number }));
  const owed = await db.selectFrom('mail_spool').select('payload').orderBy('payload').execute();
  expect(owed.map(({ payload }) => payload)).toEqual(['{"number":1}', '{"number":3}', '{"number":4}']);
  const sent = await queue.claim(NOW_MS, LEASE_MS);
  await queue.remove(sent?.id ?? '');
  await db.deleteFrom('mail_spool').execute();
  await orderMail(db, NOW_MS, order({ number: 5 }, 'reset:me'));
  expect((await queue.claim(NOW_MS, LEASE_MS))?.payload).toEqual({ number: 5 });
});

test('an order in a transaction that fails is no order', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  const failed = db.transaction().execute(async (trx) => {
    await orderMail(trx, NOW_MS, order({}));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await mailQueue(db).claim(NOW_MS, LEASE_MS)).toBeNull();
});
