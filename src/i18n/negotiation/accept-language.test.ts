import { describe, expect, test } from 'vitest';
import { LIST_HEADER_MAX } from '#src/contract/limits.ts';
import { negotiateLanguage, requestLanguage } from './accept-language.ts';

describe('negotiateLanguage', () => {
  test.each([
    ['fr', 'fr'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['pt-BR, it;q=0.5, nl;q=0.7', 'nl'],
    ['en;q=0.1, ES;q=0.9', 'es'],
    ['ja, en;q=0', null],
    ['*', null],
    ['pl;q=nonsense, ru;q=0.2', 'ru'],
    ['', null],
    [null, null],
    [`de${' '.repeat(LIST_HEADER_MAX - 2)}`, 'de'],
    [`de${' '.repeat(LIST_HEADER_MAX - 1)}`, null],
  ])('answers %j with %j', (header, language) => {
    expect(negotiateLanguage(header)).toBe(language);
  });
});

test.each([
  [{ 'x-language': ' PL ', 'accept-language': 'de' }, 'pl'],
  [{ 'x-language': 'xx', 'accept-language': 'de-AT, en;q=0.5' }, 'de'],
  [{ 'accept-language': 'ja' }, 'fr'],
  [{}, 'fr'],
])('a request with %j is answered in %s', (headers: Record<string, string>, language) => {
  expect(requestLanguage((name) => headers[name])).toBe(language);
});
