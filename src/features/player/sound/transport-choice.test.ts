import { expect, test } from 'vitest';
import {
  HLS_KEPT_MS,
  readTransportWish,
  writeTransportWish,
} from '#src/features/player/state/transport-wish.ts';
import { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { SILENT_ATTEMPTS_MAX, TransportChoice } from './transport-choice.ts';

const clock = new ManualClock(1_790_000_000_000);
const choose = (storage = storedIn(), canHls = true) => new TransportChoice(storage, clock, canHls);
function beSilent(choice: TransportChoice, transport: 'progressive' | 'hls', times = SILENT_ATTEMPTS_MAX) {
  for (let at = 0; at < times; at += 1) choice.noteSilence(transport);
}

test('by itself the radio is heard in one answer, until that has been silent three times in a row [R187]', () => {
  const choice = choose();
  beSilent(choice, 'progressive', 2);
  choice.noteSound();
  beSilent(choice, 'progressive', 2);
  expect(choice.now).toBe('progressive');
  choice.noteSilence('progressive');
  expect(choice.now).toBe('hls');
});

test('what was found out is kept for hours, for other pages too, and then tried again [R188]', () => {
  const storage = storedIn();
  beSilent(choose(storage), 'progressive');
  expect(choose(storage).now).toBe('hls');
  clock.advance(HLS_KEPT_MS + 1);
  expect(choose(storage).now).toBe('progressive');
});

test('segments that bring no sound either lead back', () => {
  const storage = storedIn();
  const choice = choose(storage);
  beSilent(choice, 'progressive');
  beSilent(choice, 'hls');
  expect([choice.now, choose(storage).now]).toEqual(['progressive', 'progressive']);
});

test('a browser that keeps nothing knows it while the page is there', () => {
  const choice = choose(
    new BrowserStorage(() => {
      throw new Error('blocked');
    }),
  );
  beSilent(choice, 'progressive');
  expect(choice.now).toBe('hls');
});

test.each(['progressive', 'hls'] as const)('a choice of %s stands, whatever comes of it [R186]', (wish) => {
  const storage = storedIn();
  writeTransportWish(storage, wish);
  const choice = choose(storage);
  beSilent(choice, wish, 10);
  expect([choice.now, choice.isAutomatic]).toEqual([wish, false]);
});

test('where no segments can be heard nothing chooses them [R189]', () => {
  const storage = storedIn();
  writeTransportWish(storage, 'hls');
  expect(choose(storage, false).now).toBe('progressive');
});

test('who chooses automatic anew begins anew', () => {
  const storage = storedIn();
  beSilent(choose(storage), 'progressive');
  writeTransportWish(storage, 'automatic');
  expect(choose(storage).now).toBe('progressive');
});

test.each(['{"wish":"pigeon","hlsUntilMs":"later"}', '[]', 'nonsense', '{"hlsUntilMs":9e15}'])(
  'spoilt storage (%s) is none',
  (text) => {
    const storage = storedIn(new Map([['onde-transport', text]]));
    expect([readTransportWish(storage), choose(storage).now]).toEqual(['automatic', 'progressive']);
  },
);
