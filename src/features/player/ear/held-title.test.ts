import { expect, test } from 'vitest';
import { BURST_MS } from '#src/contract/limits.ts';
import { heldBackMs } from './held-title.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

test.each([
  ['just begun', 0, BURST_MS],
  ['that a poll brought late', -3_000, BURST_MS - 3_000],
  ['long on the air', -60_000, 0],
  ['of a radio whose clock is ahead of ours', 3_600_000, BURST_MS],
  ['of a radio whose clock is behind ours', -3_600_000, 0],
  ['without a date', Number.NaN, 0],
])('a title %s is held back for the rest of the way to the ear', (_, startedMs, held) => {
  expect(heldBackMs(NOW + startedMs, NOW)).toBe(held);
});
