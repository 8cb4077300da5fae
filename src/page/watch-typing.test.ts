import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { type TypedPage, TypingWatch } from './watch-typing.ts';

class Page extends EventTarget implements TypedPage {
  activeElement: TypedPage['activeElement'] = null;
  press = () => this.dispatchEvent(new Event('keydown'));
  enter = (name: string) => {
    this.activeElement = element(name);
  };
  leaveField = () => {
    this.activeElement = element('body');
    this.dispatchEvent(new Event('focusout'));
  };
}

/** An element that the selectors of single names match. */
function element(name: string): { matches(selector: string): boolean } {
  return { matches: (selector) => selector.split(',').includes(name) };
}

let page: Page;
let clock: ManualClock;
let calls: number;
let watch: TypingWatch;
beforeEach(() => {
  page = new Page();
  clock = new ManualClock();
  calls = 0;
  watch = new TypingWatch(page, clock);
});
const call = () => {
  calls += 1;
};

test('a page where nobody types is called back at once', () => {
  watch.whenQuiet(call);
  expect(calls).toBe(1);
});

test('five seconds after the last key there is quiet, and not before', () => {
  page.press();
  watch.whenQuiet(call);
  clock.advance(4_000);
  page.press();
  clock.advance(4_999);
  expect(calls).toBe(0);
  clock.advance(1);
  expect(calls).toBe(1);
  clock.advance(60_000);
  expect(calls).toBe(1);
});

test.each(['textarea', 'select'])(
  'somebody who rests in a %s is not disturbed until five seconds after they have left it',
  (field) => {
    page.enter(field);
    watch.whenQuiet(call);
    clock.advance(602_000);
    expect(calls).toBe(0);
    page.leaveField();
    clock.advance(4_999);
    expect(calls).toBe(0);
    clock.advance(5_001);
    expect(calls).toBe(1);
  },
);

test('a donor in a frame, whose keys nobody hears, is not disturbed either, nor soon after they left unheard', () => {
  page.enter('iframe');
  watch.whenQuiet(call);
  clock.advance(604_000);
  expect(calls).toBe(0);
  page.enter('button');
  clock.advance(5_000);
  expect(calls).toBe(0);
  clock.advance(5_000);
  expect(calls).toBe(1);
});

test('a button that has the focus is no field', () => {
  page.enter('button');
  watch.whenQuiet(call);
  expect(calls).toBe(1);
});

test('a watch that is over calls nobody back', () => {
  page.press();
  watch.whenQuiet(call);
  watch[Symbol.dispose]();
  clock.advance(60_000);
  expect(calls).toBe(0);
});
