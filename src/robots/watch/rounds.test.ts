import { expect, test } from 'vitest';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { ROBOTS } from '#src/robots/finding.wire.ts';
import { type Pair, pairsOfMinute, RECHECKS_MAX } from './rounds.ts';

const all = STREAM_IDS.length * ROBOTS.length;
const keyOf = ({ streamId, robot }: Pair) => `${streamId} ${robot}`;

test('[R180] in forty minutes each stream was heard as each device, and each stream in eight of them', () => {
  const minutes = Array.from({ length: all }, (_, at) => pairsOfMinute(29_401_000 + at, []));
  expect(minutes.every((pairs) => pairs.length === 1)).toBe(true);
  expect(new Set(minutes.flat().map(keyOf)).size).toBe(all);
  const streams = minutes.slice(0, STREAM_IDS.length).flat();
  expect(new Set(streams.map(({ streamId }) => streamId)).size).toBe(STREAM_IDS.length);
});

test('[R180] what was found wrong is heard again in each minute; of many, each has its turn', () => {
  const one: Pair = { streamId: 'hits', robot: 'sonos' };
  for (let minute = 0; minute < all; minute += 1)
    expect(pairsOfMinute(minute, [one]).filter((pair) => keyOf(pair) === keyOf(one))).toHaveLength(1);
  const many = STREAM_IDS.map((streamId): Pair => ({ streamId, robot: 'browser' }));
  const heard = Array.from({ length: 4 }, (_, minute) => pairsOfMinute(minute, many).slice(1));
  expect(heard.every((pairs) => pairs.length === RECHECKS_MAX)).toBe(true);
  expect(new Set(heard.flat().map(keyOf)).size).toBe(many.length);
});
