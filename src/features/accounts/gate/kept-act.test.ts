import { expect, test } from 'vitest';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { keepAct, takeAct } from './kept-act.ts';
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
