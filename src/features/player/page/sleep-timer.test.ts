import { expect, test } from 'vitest';
import { playerOf, playingTabOf } from '#src/features/player/engine/player-store.ts';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { SleepTimer, sleepTimerOf } from './sleep-timer.ts';

function startTimer() {
  const clock = new ManualClock();
  const done: number[] = [];
  /** How long the device has slept; null without a network. */
  const device: { sleptMs: number | null } = { sleptMs: 0 };
  const timer = new SleepTimer({
    clock,
    onTime: () => done.push(clock.nowMs()),
    async askRadioMs() {
      if (device.sleptMs === null) throw new Error('no network');
      return 1_790_000_000_000 + clock.monotonicMs() + device.sleptMs;
    },
  });
  return { clock, done, timer, device };
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a listener who sets 30 minutes sees them go and the player stop', () => {
  const { clock, done, timer } = startTimer();
  timer.set(30);
  expect(timer.getMinutesLeft()).toBe(30);
  clock.advance(6 * 60_000);
  expect(timer.getMinutesLeft()).toBe(24);
  clock.advance(24 * 60_000);
  expect(timer.getMinutesLeft()).toBeNull();
  expect(done).toHaveLength(1);
});

test('a timer taken back stops nothing', () => {
  const { clock, done, timer } = startTimer();
  timer.set(15);
  timer.set(null);
  clock.advance(3_600_000);
  expect(done).toEqual([]);
});

test('a new choice replaces the one before', () => {
  const { clock, done, timer } = startTimer();
  timer.set(15);
  timer.set(60);
  clock.advance(59 * 60_000);
  expect(done).toEqual([]);
  expect(timer.getMinutesLeft()).toBe(1);
});

test('time that the device slept counts, each time, and also where the radio cannot be asked', async () => {
  const { clock, done, timer, device } = startTimer();
  timer.set(60);
  await settle();
  for (const [minutes, left] of [
    [20, 40],
    [30, 10],
  ] as const) {
    device.sleptMs = (device.sleptMs ?? 0) + minutes * 60_000;
    clock.setWallClock(clock.nowMs() + minutes * 60_000);
    clock.advance(1_000);
    await settle();
    expect(timer.getMinutesLeft()).toBe(left);
  }
  device.sleptMs = null;
  clock.setWallClock(clock.nowMs() + 3_600_000);
  clock.advance(1_000);
  await settle();
  expect(done).toHaveLength(1);
});

test('a clock that is set forward ends nothing before its time [R215]', async () => {
  const { clock, done, timer } = startTimer();
  timer.set(15);
  await settle();
  clock.advance(5 * 60_000);
  clock.setWallClock(clock.nowMs() + 3 * 3_600_000);
  clock.advance(1_000);
  await settle();
  expect([timer.getMinutesLeft(), done]).toEqual([10, []]);
  clock.advance(10 * 60_000);
  expect(done).toHaveLength(1);
});

test('what the radio says of a sleep counts for no other choice', async () => {
  const { clock, timer, device } = startTimer();
  timer.set(90);
  await settle();
  device.sleptMs = 30 * 60_000;
  clock.setWallClock(clock.nowMs() + 30 * 60_000);
  clock.advance(1_000);
  timer.set(15);
  await settle();
  expect(timer.getMinutesLeft()).toBe(15);
});

test('a clock that is set back keeps nobody awake [R215]', () => {
  const { clock, done, timer } = startTimer();
  timer.set(15);
  clock.advance(5 * 60_000);
  clock.setWallClock(clock.nowMs() - 3_600_000);
  clock.advance(1_000);
  expect(timer.getMinutesLeft()).toBe(10);
  clock.advance(10 * 60_000);
  expect(done).toHaveLength(1);
});

test('who comes back to a timer finds what was chosen, and nothing once it is over [R215]', () => {
  const { clock, timer } = startTimer();
  expect(timer.getChosenMinutes()).toBeNull();
  timer.set(30);
  clock.advance(20 * 60_000);
  expect(timer.getChosenMinutes()).toBe(30);
  clock.advance(10 * 60_000);
  expect(timer.getChosenMinutes()).toBeNull();
  timer.set(30);
  timer.set(null);
  expect(timer.getChosenMinutes()).toBeNull();
});

test('whatever else sounds on the page is told when the time is over, as a video [R215]', () => {
  const clock = new ManualClock();
  const browser = testBrowser({ clock });
  let told = 0;
  playingTabOf(browser).subscribe(() => (told += 1));
  sleepTimerOf(browser).set(15);
  clock.advance(15 * 60_000);
  expect(told).toBe(1);
});

test('who falls asleep to an episode is not woken by it, nor by the radio after it [R215]', () => {
  const clock = new ManualClock();
  const browser = testBrowser({ clock });
  const player = playerOf(browser);
  let isStopped = false;
  player.beginPreview({ title: 'Brume', kind: 'episode' }, () => {
    isStopped = true;
  });
  sleepTimerOf(browser).set(15);
  clock.advance(15 * 60_000);
  expect(isStopped).toBe(true);
  expect(player.getState()).toMatchObject({ phase: 'idle', preview: null });
});
