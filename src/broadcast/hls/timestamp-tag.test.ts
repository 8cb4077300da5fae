import { expect, test } from 'vitest';
import { ticksAt, timestampTag } from './timestamp-tag.ts';

const FRAMES_A_DAY = (24 * 3600 * 44_100) / 1152;
const ROUND = 2n ** 33n;

test('the tag is a PRIV frame of ID3v2.4 as Apple wrote it down', () => {
  const tag = timestampTag(49);
  expect(tag.toString('latin1')).toBe(
    `ID3\x04\0\0\0\0\0\x3fPRIV\0\0\0\x35\0\0com.apple.streaming.transportStreamTimestamp\0${'\0'.repeat(5)}\x01\xc2\0`,
  );
  expect(tag).toHaveLength(73);
});

test('after any number of days a timestamp is the instant of its frame, to the tick, in 33 bits', () => {
  const start = 67_560_000_000;
  let wraps = 0;
  let before = ticksAt(start - 77);
  for (let segment = 0; segment * 77 < 3 * FRAMES_A_DAY; segment += 1) {
    const position = start + segment * 77;
    const ticks = ticksAt(position);
    // 1152 samples at 44,100 a second, 90,000 ticks: what is left of the division is less than a tick.
    const late =
      BigInt(position) * 115_200n - (ticks + ((BigInt(position) * 115_200n) / 49n / ROUND) * ROUND) * 49n;
    if (late < 0n || late >= 49n || ticks >= ROUND) expect.fail(`${position} has ${ticks}`);
    if (ticks < before) wraps += 1;
    const step = (ticks - before + ROUND) % ROUND;
    if (step !== 181_028n && step !== 181_029n) expect.fail(`${step} ticks from ${before} to ${ticks}`);
    before = ticks;
  }
  // A round takes 26.5 hours.
  expect(wraps).toBe(3);
});
