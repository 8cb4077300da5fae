import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { PREFERENCES_ASK_EVERY_MS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { SwitchWatch } from './switch-watch.ts';

let clock: ManualClock;
let asked: number;
let isWanted: boolean;
let answer: () => Promise<void>;
let watch: SwitchWatch;

beforeEach(() => {
  clock = new ManualClock(0);
  asked = 0;
  isWanted = true;
  answer = async () => {};
  watch = new SwitchWatch({
    clock,
    isWanted: () => isWanted,
    ask() {
      asked += 1;
      return answer();
    },
  });
});

/** Lets what follows from an answer happen, and then time pass. */
async function pass(ms: number): Promise<void> {
  await new Promise(setImmediate);
  clock.advance(ms);
}

test('a diary that is off here is asked after again, since another device may have switched it on [A132]', async () => {
  watch.begin();
  await pass(PREFERENCES_ASK_EVERY_MS);
  await pass(PREFERENCES_ASK_EVERY_MS);
  expect(asked).toBe(3);
  isWanted = false;
  await pass(PREFERENCES_ASK_EVERY_MS);
  expect(asked).toBe(3);
});

test('without an answer it is asked after each minute, once, however long that lasts', async () => {
  answer = () => Promise.reject(new Error('no answer'));
  watch.begin();
  for (let minute = 0; minute < 12; minute += 1) await pass(MINUTE_MS);
  expect(asked).toBe(13);
});

test('the answer to the member before begins nothing, and the next one is asked for at once', async () => {
  const late = Promise.withResolvers<void>();
  answer = () => late.promise;
  watch.begin();
  answer = async () => {};
  watch.begin();
  expect(asked).toBe(2);
  late.reject(new Error('no answer'));
  await pass(2 * MINUTE_MS);
  expect(asked).toBe(2);
});
