import { describe, expect, test } from 'vitest';
import type { ScheduleBlock } from './schedule-blocks.ts';
import { weekRows } from './week-rows.ts';

const block = (from: number, until: number): ScheduleBlock => ({ day: 1, from, until, nom: 'A', couleur: 1 });

describe('a week whose nights are each one block', () => {
  const rows = weekRows([block(0, 6), block(0, 9), block(22, 24)]);

  test('shows the night as one row', () => {
    expect(rows.isNightFolded).toBe(true);
    expect(rows.hours).toHaveLength(19);
    expect([0, 6, 7, 24].map(rows.lineOf)).toEqual([1, 2, 3, 20]);
  });

  test('places a time of the night within that row, and one of the day within its hour', () => {
    expect(rows.positionOf({ hour: 3, minute: 0 })).toEqual({ line: 1, share: 0.5 });
    expect(rows.positionOf({ hour: 10, minute: 15 })).toEqual({ line: 6, share: 0.25 });
  });
});

test.each([[[block(0, 3)]], [[block(2, 6)]]])('a change in the night gives every hour its row', (blocks) => {
  const rows = weekRows(blocks);
  expect(rows.isNightFolded).toBe(false);
  expect(rows.hours).toHaveLength(24);
  expect([0, 3, 24].map(rows.lineOf)).toEqual([1, 4, 25]);
  expect(rows.positionOf({ hour: 3, minute: 30 })).toEqual({ line: 4, share: 0.5 });
});
