import { expect, test } from 'vitest';
import { foldText } from '#src/contract/titles.ts';
import { isInCapitals, namesInCapitals } from './in-capitals.ts';

test.each([
  ['Groß', ['groß']],
  ['Großstadtgeflüster', ['großstadtgefluster']],
  ['Sıla', ['sıla']],
  ['Daft Punk', []],
])('%s in capitals may be %j', (name, names) => {
  const capitals = foldText(name.toUpperCase());
  expect(namesInCapitals(capitals)).toEqual(names);
  for (const each of names) expect(isInCapitals(each, capitals)).toBe(true);
});

test('each letter doubles what a name may be, and too many of them are not tried', () => {
  expect(namesInCapitals('miss')).toEqual(['miß', 'mıss', 'mıß']);
  expect(namesInCapitals(`weiss ${'i'.repeat(8)}`)).toEqual([`weiß ${'i'.repeat(8)}`]);
  expect(namesInCapitals('i'.repeat(8))).toHaveLength(255);
  expect(namesInCapitals('ss'.repeat(9))).toEqual([]);
});

test('a text is not another one in capitals that has an ß where that has none', () => {
  expect(isInCapitals('masse', 'masse')).toBe(true);
  expect(isInCapitals('masse', foldText('MAßE'))).toBe(false);
});
