import { expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { type Likeness, LikenessNotice } from './likeness.ts';

function setUp() {
  const clock = new ManualClock();
  const told: string[] = [];
  const notice = new LikenessNotice({ warn: (words: unknown) => void told.push(String(words)) }, clock);
  const alike: Likeness = { version: '1', station: 'a', media: 'b' };
  return {
    clock,
    told,
    compare(there: Partial<Likeness>) {
      const holder = { machine: 'north', epoch: 1, silentMs: 0, isReleased: false };
      const likeness = JSON.stringify({ ...alike, ...there });
      const others = [{ machine: 'north', silentMs: 0, addresses: [], likeness }];
      notice.compare(JSON.stringify(alike), { holder, others });
    },
  };
}

test('a standby of another version or with another folder says so at its start, once [W187]', () => {
  const { told, compare } = setUp();
  compare({ version: '2', station: 'x', media: 'y' });
  compare({ version: '2', station: 'x', media: 'y' });
  expect(told).toEqual([
    expect.stringContaining('another version of Onde'),
    expect.stringContaining('station.yaml here differs'),
    expect.stringContaining('the music rendered here differs'),
  ]);
});

test('a copy that is under way is left some minutes, and told of anew after it was alike', () => {
  const { clock, told, compare } = setUp();
  compare({});
  compare({ media: 'y' });
  clock.advance(4 * MINUTE_MS);
  compare({ media: 'y' });
  expect(told).toEqual([]);
  clock.advance(2 * MINUTE_MS);
  compare({ media: 'y' });
  expect(told).toHaveLength(1);
  compare({});
  compare({ media: 'z' });
  clock.advance(6 * MINUTE_MS);
  compare({ media: 'z' });
  expect(told).toHaveLength(2);
});
