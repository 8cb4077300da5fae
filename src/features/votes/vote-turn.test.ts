import { expect, test } from 'vitest';
import { VoteTurn } from './vote-turn.ts';

const FERRY = 'Nova Kessler - Midnight Ferry';
const FLUT = 'Mika Sund - Flut';

test('while one vote is on its way another on that track is not begun, and the buttons know', async () => {
  const turn = new VoteTurn();
  const seen: boolean[] = [];
  turn.subscribe(() => seen.push(turn.isTaken(FERRY)));
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = turn.take(FERRY, () => promise);
  let hasBegun = false;
  await turn.take(FERRY, async () => {
    hasBegun = true;
  });
  expect([hasBegun, turn.isTaken(FERRY)]).toEqual([false, true]);
  resolve();
  await first;
  expect(seen).toEqual([true, false]);
});

test('the next track’s vote does not wait for the one before', async () => {
  const turn = new VoteTurn();
  void turn.take(FERRY, () => new Promise(() => {}));
  expect([turn.isTaken(FERRY), turn.isTaken(FLUT)]).toEqual([true, false]);
  let hasBegun = false;
  await turn.take(FLUT, async () => {
    hasBegun = true;
  });
  expect(hasBegun).toBe(true);
});

test('after a vote that failed the next one may be given', async () => {
  const turn = new VoteTurn();
  await expect(turn.take(FERRY, () => Promise.reject(new Error('no script')))).rejects.toThrow('no script');
  expect(turn.isTaken(FERRY)).toBe(false);
});
