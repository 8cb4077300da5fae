import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { type Availability, UsernameCheck } from './use-username-check.ts';

let clock: ManualClock;
let shown: Availability[];
let asked: { username: string; signal: AbortSignal; answer: PromiseWithResolvers<boolean> }[];
let check: UsernameCheck;

beforeEach(() => {
  clock = new ManualClock();
  shown = [];
  asked = [];
  check = new UsernameCheck({
    clock,
    pauseMs: 400,
    isFree(username, signal) {
      const answer = Promise.withResolvers<boolean>();
      asked.push({ username, signal, answer });
      return answer.promise;
    },
    show: (availability) => shown.push(availability),
  });
});

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('UsernameCheck', () => {
  test('asks once writing has paused, and shows what the server says', async () => {
    check.write('lea');
    clock.advance(399);
    check.write('lea_m');
    clock.advance(399);
    expect(asked).toEqual([]);
    clock.advance(1);
    expect(asked.map(({ username }) => username)).toEqual(['lea_m']);
    asked[0]?.answer.resolve(true);
    await settle();
    expect(shown.at(-1)).toBe('available');
  });

  test('says that a name is taken', async () => {
    check.write('lea_m');
    clock.advance(400);
    asked[0]?.answer.resolve(false);
    await settle();
    expect(shown).toEqual(['checking', 'taken']);
  });

  test('asks nothing about a name that breaks a rule', () => {
    check.write('le');
    check.write('léa_m');
    clock.advance(1000);
    expect([shown, asked]).toEqual([['unknown', 'unknown'], []]);
  });

  test('does not know when the check fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    check.write('lea_m');
    clock.advance(400);
    asked[0]?.answer.reject(new Error('away'));
    await settle();
    expect(shown.at(-1)).toBe('unknown');
    warn.mockRestore();
  });

  test('asks again five seconds after a failure, and no more once the name is another [A30]', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    check.write('lea_m');
    clock.advance(400);
    asked[0]?.answer.reject(new Error('away'));
    await settle();
    clock.advance(4_999);
    expect(asked).toHaveLength(1);
    clock.advance(1);
    // What is not known meanwhile holds nothing back.
    expect([asked.length, shown.at(-1)]).toEqual([2, 'unknown']);
    asked[1]?.answer.reject(new Error('still away'));
    await settle();
    clock.advance(5_000);
    asked[2]?.answer.resolve(true);
    await settle();
    expect(shown.at(-1)).toBe('available');
    check.write('lea_n');
    clock.advance(400);
    asked[3]?.answer.reject(new Error('away'));
    await settle();
    check.write('');
    clock.advance(10_000);
    expect(asked).toHaveLength(4);
    warn.mockRestore();
  });

  test('drops the answer about a name that has been changed since', async () => {
    check.write('lea_m');
    clock.advance(400);
    check.write('lea_mm');
    asked[0]?.answer.resolve(false);
    await settle();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(shown.at(-1)).toBe('checking');
  });
});
