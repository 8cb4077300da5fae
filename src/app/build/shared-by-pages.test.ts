import { expect, test } from 'vitest';
import { sharedByPages } from './shared-by-pages.ts';

const page = (feature: string, name = feature) => `/radio/src/features/${feature}/${name}-page.tsx`;

/** A module that these import. */
function modules(importers: Record<string, readonly string[]>) {
  return { getModuleInfo: (id: string) => ({ importers: importers[id] ?? [] }) };
}

test('what the pages of five features import, one of them through another module, is in the script of all pages', () => {
  const known = modules({
    row: ['list', page('track'), page('charts'), page('artist'), page('home')],
    list: [page('diary')],
  });
  expect(sharedByPages('row', known)).toBe('pages');
});

test('what four pages of the same features import is not', () => {
  const pages = [page('charts', 'top20'), page('charts', 'latest'), page('accounts'), page('diary')];
  expect(sharedByPages('row', modules({ row: pages }))).toBeNull();
});

test('modules that import each other come to an end', () => {
  expect(sharedByPages('row', modules({ row: ['list'], list: ['row'] }))).toBeNull();
});
