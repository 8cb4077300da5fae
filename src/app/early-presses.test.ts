import { beforeEach, expect, test } from 'vitest';
import { earlyPressesScript } from './early-presses.ts';

/** What is pressed; `fits` are the selectors that it or something around it answers to. */
class FakeElement {
  readonly hreflang = 'de';
  readonly #fits: readonly string[];

  constructor(...fits: readonly string[]) {
    this.#fits = fits;
  }

  closest(selector: string): FakeElement | null {
    return this.#fits.includes(selector) ? this : null;
  }
}

const BUTTON = '[type=button]:not([popovertarget])';
const LINK = 'a[hreflang]';
const FOOTER = '[data-footer]';

let press: ((event: { target: unknown; isTrusted?: boolean }) => void) | null;
let stored: Map<string, string>;
let page: { ondeEarlyPresses?: () => Set<FakeElement>; ondeFooterPresses?: () => Map<FakeElement, boolean> };

beforeEach(() => {
  press = null;
  stored = new Map();
  const doc = {
    addEventListener: (_type: string, added: typeof press) => {
      press = added;
    },
    removeEventListener: () => {
      press = null;
    },
  };
  const win: typeof page & Record<string, unknown> = {
    Element: FakeElement,
    sessionStorage: { setItem: (key: string, value: string) => stored.set(key, value) },
  };
  page = win;
  new Function('window', 'document', earlyPressesScript())(win, doc);
});

test('the script is tiny, and cannot end the element it stands in', () => {
  expect(Buffer.byteLength(earlyPressesScript())).toBeLessThanOrEqual(832);
  expect(earlyPressesScript()).not.toMatch(/<\/|<!--/);
});

test('a button that is pressed again and again is kept once, in the order of the first presses', () => {
  const [like, login] = [new FakeElement(BUTTON), new FakeElement(BUTTON)];
  for (const target of [like, login, like, like]) press?.({ target });
  expect([...(page.ondeEarlyPresses?.() ?? [])]).toEqual([like, login]);
});

test('what works by itself is kept no more than the text beside it', () => {
  press?.({ target: new FakeElement() });
  press?.({ target: 'a text' });
  expect(page.ondeEarlyPresses?.().size).toBe(0);
  expect(stored.size).toBe(0);
});

test('of a link to the page in another language its language is kept', () => {
  press?.({ target: new FakeElement(LINK) });
  expect([...stored]).toEqual([['early_language', 'de']]);
  expect(page.ondeEarlyPresses?.().size).toBe(0);
});

test('once they are taken the page itself hears', () => {
  page.ondeEarlyPresses?.();
  press?.({ target: new FakeElement(BUTTON) });
  press?.({ target: new FakeElement(LINK) });
  expect(page.ondeEarlyPresses?.().size).toBe(0);
  expect(stored.size).toBe(0);
});

test('what is pressed in the footer is kept until that hears too', () => {
  const [keys, preferences] = [new FakeElement(BUTTON, FOOTER), new FakeElement(BUTTON, FOOTER)];
  press?.({ target: keys });
  expect(page.ondeEarlyPresses?.().size).toBe(0);
  press?.({ target: preferences });
  expect([...(page.ondeFooterPresses?.().keys() ?? [])]).toEqual([keys, preferences]);
  expect(press).toBeNull();
});

test('of a button in the footer it is known whether another one was pressed since', () => {
  const [keys, preferences] = [new FakeElement(BUTTON, FOOTER), new FakeElement(BUTTON, FOOTER)];
  press?.({ target: keys, isTrusted: true });
  press?.({ target: new FakeElement(BUTTON), isTrusted: true });
  press?.({ target: preferences, isTrusted: true });
  press?.({ target: new FakeElement(LINK), isTrusted: true });
  // What the page presses again was pressed before.
  press?.({ target: new FakeElement(BUTTON), isTrusted: false });
  expect([...(page.ondeFooterPresses?.() ?? [])]).toEqual([
    [keys, false],
    [preferences, true],
  ]);
});
