import { expect, test } from 'vitest';
import { ClockGap } from './clock-gap.ts';

function measure(...samples: [holderAheadMs: number, ownAheadMs: number][]) {
  const told: string[] = [];
  const gap = new ClockGap({ warn: (_: unknown, words?: string) => void told.push(String(words)) });
  for (const [holderAheadMs, ownAheadMs] of samples) gap.measured(holderAheadMs, ownAheadMs);
  return { gap, told };
}

const five = (holderAheadMs: number, ownAheadMs: number) =>
  Array.from({ length: 5 }, (): [number, number] => [holderAheadMs, ownAheadMs]);

test('a machine half a minute behind goes on by the time of the one before, and says so once [R202]', () => {
  const { gap, told } = measure(...five(10_000, -20_000), ...five(10_000, -20_000));
  expect(gap.jumpMs).toBe(30_000);
  expect(told).toEqual([expect.stringContaining('is behind that of the machine on the air')]);
});

test('one that is ahead is told the other way round', () => {
  const { gap, told } = measure(...five(0, 30_000));
  expect(gap.jumpMs).toBe(-30_000);
  expect(told).toEqual([expect.stringContaining('is ahead of')]);
});

test('clocks from the network are not moved by how long a question took, nor by one that took long', () => {
  const { gap, told } = measure(...five(5, -40), [9_000, 0], [4, 2]);
  expect([gap.jumpMs, told]).toEqual([0, []]);
});
