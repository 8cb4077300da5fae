import { expect, test } from 'vitest';
import { VotesUnderWay } from './vote-button.tsx';

const FERRY = 'Nova Kessler - Midnight Ferry';
const FLUT = 'Mika Sund - Flut';

test('while one vote is on its way another on that track is not begun, and the buttons know', async () => {
  const underWay = new VotesUnderWay();
  const seen: boolean[] = [];
  underWay.subscribe(() => seen.push(underWay.has(FERRY)));
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = underWay.send(FERRY, () => promise);
  let hasBegun = false;
  await underWay.send(FERRY, async () => {
    hasBegun = true;
  });
  expect([hasBegun, underWay.has(FERRY)]).toEqual([false, true]);
  resolve();
  await first;
  expect(seen).toEqual([true, false]);
});

test('the next track’s vote does not wait for the one before', async () => {
  const underWay = new VotesUnderWay();
  void underWay.send(FERRY, () => new Promise(() => {}));
  expect([underWay.has(FERRY), underWay.has(FLUT)]).toEqual([true, false]);
  let hasBegun = false;
  await underWay.send(FLUT, async () => {
    hasBegun = true;
  });
  expect(hasBegun).toBe(true);
});

test('after a vote that failed the next one may be given', async () => {
  const underWay = new VotesUnderWay();
  await expect(underWay.send(FERRY, () => Promise.reject(new Error('no script')))).rejects.toThrow(
    'no script',
  );
  expect(underWay.has(FERRY)).toBe(false);
});
