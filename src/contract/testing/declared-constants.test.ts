import { expect, test } from 'vitest';
import { declaredConstants } from './declared-constants.ts';

/** The constants of one made-up file. */
function read(...lines: string[]) {
  return declaredConstants([{ file: 'one.ts', text: lines.join('\n') }]);
}

test.each([
  ['const A = 20_000;', 20_000],
  ['export const A = 90 * 24 * 3_600_000;', 7_776_000_000],
  ['const A: number = (2 + 4) / 3 - 1;', 1],
  ["const A = 'fr' as const;", 'fr'],
  ['const A = [1, 2] as const;', [1, 2]],
  ["const A = { wide: 2, 'high': 1 } as const satisfies Size;", { wide: 2, high: 1 }],
  ['const HOUR = 60;\nconst A = 2 * HOUR;', 120],
  ['const A = Math.max(1, 2);', undefined],
  ['const A = { ...B };', undefined],
  ['const A = /x/;', undefined],
])('the value of %s is worked out', (text, value) => {
  expect(read(text).of('A')).toMatchObject([{ name: 'A', value }]);
});

test('a value may be made of what another file declares, where that is certain', () => {
  const two = { file: 'two.ts', text: "import { DAYS } from './one.ts';\nexport const A = 2 * DAYS;" };
  const one = { file: 'one.ts', text: 'export const DAYS = 7;' };
  const other = { file: 'other.ts', text: 'const DAYS = 8;' };
  expect(declaredConstants([one, two]).of('A')[0]?.value).toBe(14);
  expect(declaredConstants([one, two, other]).of('A')[0]?.value).toBeUndefined();
});

test('files that take from each other are read to their end', () => {
  const texts = ['export const A = B;', 'export const B = A;'];
  const { of } = declaredConstants(texts.map((text, at) => ({ file: `${at}.ts`, text })));
  expect(of('A')[0]?.value).toBeUndefined();
});

test('every declaration of a name is found; what stands inside of a function is none', () => {
  const sources = [
    { file: 'a.ts', text: 'const A = 1;' },
    { file: 'b.ts', text: 'function f() {\n  const A = 3;\n}\nexport const A = 2;' },
  ];
  const found = declaredConstants(sources).of('A');
  expect(found.map(({ file, value }) => [file, value])).toEqual([
    ['a.ts', 1],
    ['b.ts', 2],
  ]);
});

test('a constant is under the rules of the nearest comment that cites any, up to the next empty line', () => {
  const { of } = read(
    '/** [A1, A2] waiting */',
    'const A = 1;',
    '/** without a rule */',
    'const B = 2;',
    '/** another thing [R3] */',
    'const C = 3;',
    '',
    'const D = 4;',
  );
  expect(['A', 'B', 'C', 'D'].map((name) => of(name)[0]?.rules)).toEqual([
    ['A1', 'A2'],
    ['A1', 'A2'],
    ['R3'],
    [],
  ]);
});

test('constants of a script are known too', () => {
  const text = '# Ends soon [W1].\nSOON=15\nGIVE_UP_AFTER=5\n\nroot=$(pwd)\nLEFT=$root\n';
  const { of } = declaredConstants([{ file: 'start.sh', text }]);
  expect(of('SOON')).toMatchObject([{ value: 15, rules: ['W1'] }]);
  expect(of('GIVE_UP_AFTER')).toMatchObject([{ value: 5, rules: ['W1'] }]);
  expect(of('LEFT')).toEqual([]);
});
