import { expect, test } from 'vitest';
import { VoteTurn } from './vote-turn.ts';

test('while one vote is on its way another is not begun, and the buttons know', async () => {
  const turn = new VoteTurn();
  const seen: boolean[] = [];
  turn.subscribe(() => seen.push(turn.isTaken()));
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = turn.take(() => promise);
  let hasBegun = false;
  await turn.take(async () => {
    hasBegun = true;
  });
  expect([hasBegun, turn.isTaken()]).toEqual([false, true]);
  resolve();
  await first;
  expect(seen).toEqual([true, false]);
});

test('after a vote that failed the next one may be given', async () => {
  const turn = new VoteTurn();
  await expect(turn.take(() => Promise.reject(new Error('no script')))).rejects.toThrow('no script');
  expect(turn.isTaken()).toBe(false);
});
