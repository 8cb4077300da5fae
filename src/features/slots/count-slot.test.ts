import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { LongLook } from './count-slot.ts';

/** A document that can be hidden, as that of a tab which is left. */
class Tab extends EventTarget {
  hidden = false;

  hide(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

function lookAt(...steps: readonly (boolean | number | 'left' | 'back' | 'gone')[]): number {
  const clock = new ManualClock();
  const tab = new Tab();
  const gone = new AbortController();
  let seen = 0;
  const onSeen = () => {
    seen += 1;
  };
  const look = new LongLook({ clock, tab, signal: gone.signal }, onSeen);
  for (const step of steps) {
    if (typeof step === 'number') clock.advance(step);
    else if (step === 'gone') gone.abort();
    else if (typeof step === 'string') tab.hide(step === 'left');
    else look.update(step);
  }
  return seen;
}

test('what has been in sight for a second is seen, once', () => {
  expect(lookAt(true, 999)).toBe(0);
  expect(lookAt(true, 1_000)).toBe(1);
  expect(lookAt(true, true, 10_000)).toBe(1);
});

test('what passes by is not seen, and each look begins anew', () => {
  expect(lookAt(true, 900, false, 5_000)).toBe(0);
  expect(lookAt(true, 900, false, 10, true, 900)).toBe(0);
  expect(lookAt(true, 900, false, 10, true, 1_000)).toBe(1);
});

test('what stands in a tab that is left is not seen, and is looked at anew once its reader is back [R54]', () => {
  expect(lookAt(true, 900, 'left', 5_000)).toBe(0);
  expect(lookAt('left', true, 5_000)).toBe(0);
  expect(lookAt(true, 900, 'left', 10, 'back', 900)).toBe(0);
  expect(lookAt(true, 900, 'left', 10, 'back', 1_000)).toBe(1);
  expect(lookAt(true, 1_000, 'left', 10, 'back', 1_000)).toBe(1);
  expect(lookAt(true, 900, 'left', false, 'back', 1_000)).toBe(0);
  expect(lookAt(true, 900, 'gone', 'left', 'back', 1_000)).toBe(0);
});
