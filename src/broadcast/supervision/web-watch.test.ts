import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/manual-clock.ts';
import { WebWatch } from './web-watch.ts';

/** A watch over a process that answers as long as `isWell`; time passes second by second, as far as nothing else is said. */
function watchProcess() {
  const clock = new ManualClock();
  const process = { isWell: true, questions: 0, alarms: 0 };
  const ask = (giveUp: AbortSignal) => {
    process.questions += 1;
    if (process.isWell) return Promise.resolve();
    return new Promise<void>((_, reject) => giveUp.addEventListener('abort', () => reject(giveUp.reason)));
  };
  const onUnresponsive = () => {
    process.alarms += 1;
  };
  const watch = new WebWatch({ ask, onUnresponsive, clock });
  const pass = async (seconds: number, stepSeconds = 1) => {
    for (let at = 0; at < seconds; at += stepSeconds) {
      clock.advance(stepSeconds * 1000);
      await turn();
    }
  };
  return { process, watch, pass };
}

test('a process that answers is asked every few seconds and left alone', async () => {
  const { process, pass } = watchProcess();
  await pass(600);
  expect(process.questions).toBeGreaterThan(50);
  expect(process.alarms).toBe(0);
});

test('a process that answers no more is reported after a minute, once', async () => {
  const { process, pass } = watchProcess();
  await pass(60);
  process.isWell = false;
  await pass(45);
  expect(process.alarms).toBe(0);
  await pass(20);
  expect(process.alarms).toBe(1);
  await pass(600);
  expect(process.alarms).toBe(1);
});

test('a process that answers now and then is only busy', async () => {
  const { process, pass } = watchProcess();
  for (let round = 0; round < 10; round += 1) {
    process.isWell = false;
    await pass(40);
    process.isWell = true;
    await pass(10);
  }
  expect(process.alarms).toBe(0);
});

test('nothing is held against a process while the whole machine stands still', async () => {
  const { process, pass } = watchProcess();
  process.isWell = false;
  await pass(1_200, 30);
  expect(process.questions).toBeGreaterThan(10);
  expect(process.alarms).toBe(0);
});

test('a watch that has ended asks no more', async () => {
  const { process, watch, pass } = watchProcess();
  process.isWell = false;
  await pass(50);
  watch[Symbol.dispose]();
  const { questions } = process;
  await pass(600);
  expect(process).toMatchObject({ questions, alarms: 0 });
});
