import { describe, expect, test } from 'vitest';
import { findAllGaps, findCatalogueGaps } from './catalogue-plugin.ts';

describe('the catalogues', () => {
  test('say the same things in all eight languages', () => {
    expect(findAllGaps()).toEqual([]);
  });
});

describe('findCatalogueGaps', () => {
  const original = { hello: 'Bonjour {name}', count: '{n, plural, one {# titre} other {# titres}}' };

  test('finds nothing in a translation with the same keys and placeholders', () => {
    const translation = { hello: '{name}, hello', count: '{n, plural, one {a track} other {# tracks}}' };
    expect(findCatalogueGaps(original, translation)).toEqual([]);
  });

  test('names a missing key and one too many', () => {
    expect(findCatalogueGaps(original, { hello: 'Hello {name}', more: 'More' })).toEqual([
      '"count" is missing',
      '"more" is not in the original',
    ]);
  });

  test('names an empty text', () => {
    expect(findCatalogueGaps({ a: 'un' }, { a: ' ' })).toEqual(['"a" is empty']);
  });

  test('names a placeholder that differs, inside a plural too', () => {
    const translation = {
      hello: 'Hello {nom}',
      count: '{n, plural, one {# track by {who}} other {# tracks}}',
    };
    expect(findCatalogueGaps(original, translation)).toEqual([
      '"hello" has the placeholders [nom] instead of [name]',
      '"count" has the placeholders [n, who] instead of [n]',
    ]);
  });

  test('refuses a text that is no ICU message', () => {
    expect(() => findCatalogueGaps(original, { ...original, hello: 'Hello {name' })).toThrow();
  });
});
