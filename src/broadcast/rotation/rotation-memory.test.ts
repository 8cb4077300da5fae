import { expect, test } from 'vitest';
import { RotationMemory } from './rotation-memory.ts';

const play = (id: string, slug: string, startedMs: number, round = 1) => ({
  kind: 'track',
  id,
  artist: 'Elka',
  slug,
  startedMs,
  durationMs: 180_000,
  choice: { round },
});

test('a track whose title was corrected keeps its turn and its rest', () => {
  const memory = new RotationMemory();
  memory.remember(play('a', 'elka-fir', 1_000, 7));
  const seat = memory.pool('').seat('elka-fir-tree', 'a');
  expect(seat).toMatchObject({ paidTo: 7, heard: { lastMs: 1_000 } });
  memory.remember(play('a', 'elka-fir-tree', 2_000, 8));
  expect(seat).toMatchObject({ paidTo: 8, heard: { lastMs: 2_000 } });
  expect(memory.trackHeardMs('elka-fir-tree')).toBe(2_000);
});

test('a recording that parts has had its turn, and so has what it leaves', () => {
  const memory = new RotationMemory();
  memory.remember(play('a', 'elka-fir', 1_000, 7));
  expect(memory.pool('').seat('elka-birch', 'a').paidTo).toBe(7);
  expect(memory.pool('').seat('elka-fir', 'b').paidTo).toBe(7);
  memory.remember(play('a', 'elka-birch', 2_000, 8));
  expect(memory.pool('').seat('elka-fir', 'b')).toMatchObject({ paidTo: 7, heard: { lastMs: 1_000 } });
});

test('a recording that never played has no turn', () => {
  const memory = new RotationMemory();
  memory.remember(play('a', 'elka-fir', 1_000));
  expect(memory.pool('').seat('elka-pine', 'c').paidTo).toBe(Number.NEGATIVE_INFINITY);
});
