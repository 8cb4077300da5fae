import { expect, test } from 'vitest';
import { LISTENING_EVERY_MS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/manual-clock.ts';
import type { ListeningEntry } from './listening-entry.wire.ts';
import { ListeningTally } from './listening-tally.ts';

const START_MS = Date.UTC(2026, 10, 22, 12);

test('each stretch in which somebody listened is written once, the last one when it ends [R71]', () => {
  const clock = new ManualClock(START_MS);
  const written: ListeningEntry[] = [];
  let sent = 1_000;
  {
    using _tally = new ListeningTally({
      clock,
      sentBytes: () => sent,
      append: (entry) => void written.push(entry),
    });
    sent += 32_000;
    clock.advance(LISTENING_EVERY_MS);
    clock.advance(LISTENING_EVERY_MS);
    sent += 16_000;
    clock.advance(60_000);
  }
  clock.advance(LISTENING_EVERY_MS);
  expect(written).toEqual([
    { kind: 'listening', startedMs: START_MS, bytes: 32_000, heardMs: 2_000 },
    { kind: 'listening', startedMs: START_MS + 2 * LISTENING_EVERY_MS, bytes: 16_000, heardMs: 1_000 },
  ]);
});
