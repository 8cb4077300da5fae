import { expect, test } from 'vitest';
import { onePerPage } from './browser.ts';
import { testBrowser } from './testing/test-browser.ts';

test('a page has one of a thing, another page another one', () => {
  const thingOf = onePerPage(() => ({}));
  const [page, other] = [testBrowser(), testBrowser()];
  expect(thingOf(page)).toBe(thingOf(page));
  expect(thingOf(page)).not.toBe(thingOf(other));
});

test('nothing is made before it is asked for', () => {
  const made: string[] = [];
  const onePart = onePerPage(() => made.push('part'));
  const whole = onePerPage((browser) => {
    made.push('whole');
    return onePart(browser);
  });
  const page = testBrowser();
  expect(made).toEqual([]);
  whole(page);
  whole(page);
  expect(made).toEqual(['whole', 'part']);
});
