import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from './logger.ts';
import { Outage } from './outage.ts';

test('an outage is one line when it begins and one with its number when it ends, however it flickers', () => {
  const clock = new ManualClock();
  const told: string[] = [];
  const logger = createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } });
  const outage = new Outage({ clock, logger, words: { gone: 'it is away: look at it', back: 'it is back' } });
  outage.worked();
  for (let at = 0; at < 1_000; at++) {
    outage.failed('ECONNREFUSED');
    clock.advance(100);
    outage.worked();
  }
  expect(told).toEqual([expect.stringMatching(/"level":40.*ECONNREFUSED.*it is away: look at it/)]);
  clock.advance(20_000);
  outage.worked();
  outage.worked();
  expect(told.slice(1)).toEqual([expect.stringMatching(/"failures":1000,"seconds":120,.*it is back/)]);
  outage.failed('once more');
  expect(told).toHaveLength(3);
});
