import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { DatabaseCheck } from './database-health.ts';

type Probe = 'answers' | 'fails' | 'hangs';

function check(ours: Probe, apart: Probe) {
  const clock = new ManualClock();
  const state = { ours, apart, questions: 0, endHanging: () => {} };
  const probe = (how: Probe) => {
    if (how === 'answers') return Promise.resolve();
    if (how === 'fails') return Promise.reject(new Error('refused'));
    return new Promise<void>((resolve) => {
      state.endHanging = resolve;
    });
  };
  const checked = new DatabaseCheck(
    {
      ask: () => {
        state.questions += 1;
        return probe(state.ours);
      },
      askApart: () => probe(state.apart),
    },
    clock,
  );
  const health = async () => {
    const found = checked.health();
    for (let ms = 0; ms < 800; ms += 100) {
      await turn();
      clock.advance(100);
    }
    return found;
  };
  const healthAfter = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 1) {
      clock.advance(1_000);
      await turn();
    }
    return health();
  };
  return { state, health, healthAfter };
}

test('a database that answers is well', async () => {
  expect(await check('answers', 'hangs').health()).toBe('well');
});

test('one that refuses is away, and well again when it answers', async () => {
  const { state, health } = check('fails', 'fails');
  expect(await health()).toBe('away');
  state.ours = 'answers';
  expect(await health()).toBe('well');
});

test('a question that takes its time is slow, not stuck', async () => {
  const { state, health, healthAfter } = check('hangs', 'answers');
  expect(await health()).toBe('well');
  expect(await healthAfter(2)).toBe('slow');
  state.endHanging();
  state.ours = 'answers';
  await turn();
  expect(await health()).toBe('well');
});

test('one that answers others is stuck here, with one question under way all the time', async () => {
  const { state, health, healthAfter } = check('hangs', 'answers');
  await health();
  expect(await healthAfter(7)).toBe('stuck');
  expect(await healthAfter(60)).toBe('stuck');
  expect(state.questions).toBe(1);
});

test('one that is frozen is called well by no answer, the first one included', async () => {
  const { state, health } = check('answers', 'answers');
  expect(await health()).toBe('well');
  Object.assign(state, { ours: 'hangs', apart: 'hangs' });
  expect(await health()).toBe('slow');
});

test('one that answers nobody is away', async () => {
  const { health, healthAfter } = check('hangs', 'fails');
  expect(await health()).toBe('slow');
  expect(await healthAfter(7)).toBe('away');
});
