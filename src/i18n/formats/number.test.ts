import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#src/contract/languages.ts';
import { localeOf } from './locale-of.ts';
import { formatNumber } from './number.ts';

describe.each(LANGUAGES)('a number in %s', (language) => {
  test.each([-1_000, -1, 0, 0.5, 1, 9.5, 10, 999, 999.9, 1_000, 9_999, 10_000, 1_234_567.8])(
    '%s is what Intl makes of it',
    (value) => {
      expect(formatNumber(value, language)).toBe(new Intl.NumberFormat(localeOf(language)).format(value));
    },
  );

  test('below a thousand is its digits', () => {
    const format = new Intl.NumberFormat(localeOf(language));
    for (let value = 0; value < 1_000; value++) expect(format.format(value)).toBe(String(value));
  });
});
