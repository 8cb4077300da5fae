import { expect, test } from 'vitest';
import { requestLanguage } from './request-language.ts';

test.each([
  [{ 'x-language': ' PL ', 'accept-language': 'de' }, 'pl'],
  [{ 'x-language': 'xx', 'accept-language': 'de-AT, en;q=0.5' }, 'de'],
  [{ 'accept-language': 'ja' }, 'fr'],
  [{}, 'fr'],
])('a request with %j is answered in %s', (headers: Record<string, string>, language) => {
  expect(requestLanguage((name) => headers[name])).toBe(language);
});
