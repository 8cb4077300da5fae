import { expect, test } from 'vitest';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { dropAct, hasMailAct, keepAct, keepMailAct, renewMailAct, takeAct, takeMailAct } from './kept-act.ts';
import type { PendingAct } from './pending-act.ts';

test.each<PendingAct>([
  { kind: 'vote', title: 'Nova Kessler - Midnight Ferry', vote: 'dislike' },
  { kind: 'star', streamId: '90s' },
  { kind: 'comment', track: 'Nova Kessler - Midnight Ferry', parentId: null },
  { kind: 'comment', track: 'Nova Kessler - Midnight Ferry', parentId: 7 },
  { kind: 'deletion', userId: '01k' },
])('an act comes back from a provider’s page once: %o', (act) => {
  const storage = storedIn(new Map());
  keepAct(storage, act);
  expect(takeAct(storage)).toEqual(act);
  expect(takeAct(storage)).toBeNull();
});

test('a sign-in that no act led to forgets the act of one before', () => {
  const storage = storedIn(new Map());
  keepAct(storage, { kind: 'star', streamId: 'hits' });
  keepAct(storage, null);
  expect(takeAct(storage)).toBeNull();
});

test('a tab that was left for a provider says so until an answer or the way back, with an act or without [A33]', () => {
  const storage = storedIn(new Map());
  expect(dropAct(storage)).toBe(false);
  keepAct(storage, { kind: 'star', streamId: 'hits' });
  expect(dropAct(storage)).toBe(true);
  expect(takeAct(storage)).toBeNull();
  keepAct(storage, null);
  expect(dropAct(storage)).toBe(true);
  keepAct(storage, null);
  takeAct(storage);
  expect(dropAct(storage)).toBe(false);
});

test.each([
  'spoilt',
  '7',
  '[]',
  '{"kind":"vote","title":"A - B"}',
  '{"kind":"vote","title":7,"vote":"like"}',
  '{"kind":"star","streamId":"jazz"}',
  '{"kind":"comment","track":"A - B","parentId":"7"}',
  '{"kind":"delete-account"}',
  '{"kind":"deletion"}',
  '{"kind":"deletion","userId":7}',
])('what is no act is none: %s', (text) => {
  expect(takeAct(storedIn(new Map([['pending_act', text]])))).toBeNull();
});

const VOTE: PendingAct = { kind: 'vote', title: 'Nova Kessler - Midnight Ferry', vote: 'like' };
const KEPT = { act: VOTE, begunOn: '/fr/dance?a=b', email: 'Lea@example.org' };
const DAYS_MS = 24 * 3_600_000;

test('an act whose guest waits for a mail is kept for who has that address, and comes back once [A121]', () => {
  const storage = storedIn(new Map());
  keepMailAct(storage, KEPT, 0);
  expect(takeMailAct(storage, 'zoe@example.org', 1)).toBeNull();
  expect(takeMailAct(storage, 'lea@example.org', 2 * DAYS_MS - 1)).toEqual({
    act: VOTE,
    begunOn: '/fr/dance?a=b',
  });
  expect(takeMailAct(storage, 'lea@example.org', 1)).toBeNull();
});

test('it gives way to the next one, and is forgotten when no link of the mail can live any more', () => {
  const storage = storedIn(new Map());
  keepMailAct(storage, KEPT, 0);
  keepMailAct(storage, { ...KEPT, email: 'zoe@example.org' }, 1);
  expect(takeMailAct(storage, KEPT.email, 2)).toBeNull();
  expect(takeMailAct(storage, 'zoe@example.org', 2)?.act).toEqual(VOTE);
  keepMailAct(storage, KEPT, 0);
  expect(takeMailAct(storage, KEPT.email, 2 * DAYS_MS)).toBeNull();
});

test('it waits for another mail that its address asks for as long as for the first one [A121]', () => {
  const storage = storedIn(new Map());
  renewMailAct(storage, KEPT.email, 0);
  expect(hasMailAct(storage, KEPT.email, 0)).toBe(false);
  keepMailAct(storage, KEPT, 0);
  renewMailAct(storage, 'zoe@example.org', DAYS_MS);
  expect(hasMailAct(storage, KEPT.email, 2 * DAYS_MS)).toBe(false);
  renewMailAct(storage, KEPT.email, DAYS_MS);
  expect(takeMailAct(storage, KEPT.email, 3 * DAYS_MS - 1)).toEqual({ act: VOTE, begunOn: KEPT.begunOn });
});

test('whether one waits is said as long as it would come back', () => {
  const storage = storedIn(new Map());
  keepMailAct(storage, KEPT, 0);
  expect(hasMailAct(storage, ' lea@example.org ', 2 * DAYS_MS - 1)).toBe(true);
  expect(hasMailAct(storage, 'zoe@example.org', 1)).toBe(false);
  expect(hasMailAct(storage, KEPT.email, 2 * DAYS_MS)).toBe(false);
});

test.each([
  '7',
  '{"email":7}',
  '{"email":"lea@example.org","keptMs":0,"begunOn":"/fr/dance","act":{"kind":"star","streamId":"jazz"}}',
  '{"email":"lea@example.org","keptMs":0,"begunOn":"//evil.example","act":{"kind":"star","streamId":"hits"}}',
  '{"email":"lea@example.org","begunOn":"/fr/dance","act":{"kind":"star","streamId":"hits"}}',
])('what is no such act is none: %s', (text) => {
  expect(takeMailAct(storedIn(new Map([['mail_act', text]])), 'lea@example.org', 1)).toBeNull();
});
