import { describe, expect, test } from 'vitest';
import {
  goesOnWithoutDatabase,
  type Holder,
  hasLost,
  isTakenOver,
  MISSED_AFTER_MS,
  playsOn,
  RETURN_FIRST_MS,
  standbyStep,
} from './turn.ts';

const LONG = { forMs: 10 * RETURN_FIRST_MS, hasSeenHolder: false, hasStoodBy: true };
const NEW = { forMs: 0, hasSeenHolder: false, hasStoodBy: false };
const BACK = { ...NEW, hasStoodBy: true };
const holder = (change: Partial<Holder> = {}): Holder => ({
  machine: 'north',
  epoch: 3,
  silentMs: 0,
  isReleased: false,
  ...change,
});

describe('a machine that is not on the air [W187, W189]', () => {
  test('waits while the other one says that it is', () => {
    expect(standbyStep(holder(), 'south', LONG)).toBe('wait');
    expect(standbyStep(holder({ silentMs: MISSED_AFTER_MS - 1 }), 'south', LONG)).toBe('wait');
  });

  test('misses one that was last heard of in the future: the clock of the database was set back since', () => {
    expect(standbyStep(holder({ silentMs: 1 - MISSED_AFTER_MS }), 'south', LONG)).toBe('wait');
    expect(standbyStep(holder({ silentMs: -3_600_000 }), 'south', LONG)).toBe('ask');
  });

  test('takes what nobody has, what was let go of, and what was its own', () => {
    expect(standbyStep(null, 'south', NEW)).toBe('take');
    expect(standbyStep(holder({ isReleased: true }), 'south', NEW)).toBe('take');
    expect(standbyStep(holder({ machine: 'south' }), 'south', NEW)).toBe('take');
  });

  test('leaves the other one its turn first when a database is back that may say what was [W216]', () => {
    const old = [null, holder({ isReleased: true }), holder({ machine: 'south', silentMs: 60_000 })];
    for (const one of old) {
      expect(standbyStep(one, 'south', BACK)).toBe('wait');
      expect(standbyStep(one, 'south', { ...BACK, forMs: RETURN_FIRST_MS })).toBe('take');
    }
    // Handed over in this moment.
    const seen = { ...BACK, hasSeenHolder: true };
    expect(standbyStep(holder({ isReleased: true }), 'south', seen)).toBe('take');
  });

  test('asks the other one when that has fallen silent, not before it has reached the database for a while', () => {
    const silent = holder({ silentMs: 60_000 });
    expect(standbyStep(silent, 'south', { ...NEW, forMs: RETURN_FIRST_MS - 1 })).toBe('wait');
    expect(standbyStep(silent, 'south', { ...NEW, forMs: RETURN_FIRST_MS })).toBe('ask');
  });

  test('waits no longer for one that has come back to the database since, and is gone again', () => {
    const silent = holder({ silentMs: MISSED_AFTER_MS });
    expect(standbyStep(silent, 'south', { ...BACK, forMs: 100, hasSeenHolder: true })).toBe('ask');
  });
});

const north = { machine: 'north', epoch: 3, isOnAir: true };

test('a holder that plays on without the database is left its turn, another machine’s word is none', () => {
  expect(playsOn(holder(), [north])).toBe(true);
  expect(playsOn(holder(), [{ ...north, isOnAir: false }])).toBe(false);
  expect(playsOn(holder(), [{ ...north, machine: 'east' }])).toBe(false);
  expect(playsOn(holder(), [])).toBe(false);
});

test('a machine that finds the lock taken gives way to a later turn, and to whoever has a turn counted anew', () => {
  const own = { machine: 'south', epoch: 5 };
  expect(isTakenOver(own, holder({ epoch: 6, silentMs: 60_000 }))).toBe(true);
  expect(isTakenOver(own, holder({ epoch: 1 }))).toBe(true);
  // What is left of its own last connection has the lock.
  expect(isTakenOver(own, holder({ epoch: 1, silentMs: 60_000 }))).toBe(false);
  expect(isTakenOver(own, holder({ machine: 'south', epoch: 5 }))).toBe(false);
  expect(isTakenOver(own, null)).toBe(false);
});

test('a machine without the database gives way to one with a later turn, and to no other', () => {
  const own = { machine: 'south', epoch: 2 };
  expect(hasLost(own, [north])).toBe(true);
  expect(hasLost({ ...own, epoch: 3 }, [north])).toBe(false);
  expect(hasLost(own, [{ ...north, isOnAir: false }])).toBe(false);
  expect(hasLost({ machine: 'north', epoch: 2 }, [north])).toBe(false);
});

test('who was on the air last goes on without a database, unless another one says that it is there', () => {
  const own = { machine: 'south', wasOnAir: true };
  expect(goesOnWithoutDatabase(own, [])).toBe(true);
  expect(goesOnWithoutDatabase(own, [{ ...north, machine: 'south' }])).toBe(true);
  expect(goesOnWithoutDatabase(own, [north])).toBe(false);
  expect(goesOnWithoutDatabase({ ...own, wasOnAir: false }, [])).toBe(false);
});
