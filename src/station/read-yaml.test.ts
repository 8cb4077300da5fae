import { expect, test } from 'vitest';
import { z } from 'zod';
import { PROBLEMS_MAX } from './problem.ts';
import { readYaml } from './read-yaml.ts';
import { checkYaml } from './yaml-problems.ts';

function faultsOf(content: string): string[] {
  const read = readYaml(content);
  return 'faults' in read ? read.faults.map(({ line, message }) => `${line}: ${message}`) : [];
}

test('a text that begins with * and no quotes is told with its line, for it is an alias', () => {
  expect(faultsOf('name: Onde\nlinks: { a: *Star* }')).toEqual([
    '2: *Star* stands for nothing: a text that begins with * goes in quotes',
  ]);
  expect(faultsOf('name: *Star* Radio')).toEqual([
    '1: *Star* stands for nothing: a text that begins with * goes in quotes',
  ]);
  expect(faultsOf('a: *late\nb: &late 1')).toEqual([expect.stringMatching(/^1: \*late stands for nothing/)]);
  expect(faultsOf('a: &one 1\nb: *one')).toEqual([]);
});

test('aliases of aliases that stand for millions are refused', () => {
  const nine = (what: string) => `[${Array(9).fill(what).join(',')}]`;
  const levels = ['b', 'c', 'd', 'e', 'f', 'g'].map(
    (name, at) => `${name}: &${name} ${nine(`*${'abcdef'[at]}`)}`,
  );
  expect(faultsOf([`a: &a ${nine('x')}`, ...levels].join('\n'))).toEqual([
    'null: expected fewer aliases (*): write out what they stand for',
  ]);
});

test('brackets without end, a second document and a file that is far too large are refused in words', () => {
  expect(faultsOf(`x: ${'['.repeat(5000)}${']'.repeat(5000)}`)).toEqual([
    expect.stringContaining('expected fewer brackets within brackets'),
  ]);
  expect(faultsOf('name: A\n---\nname: B')).toEqual([
    '2: not valid YAML: expected no second document after ---',
  ]);
  expect(faultsOf(`# ${'x'.repeat(128 * 1024)}`)).toEqual(['null: expected at most 128 KB']);
});

test('a key that its map has already is told with its line, in maps within maps too', () => {
  const again = (line: number, key: string) =>
    `${line}: not valid YAML: ${key} is given twice: take one of the two out`;
  expect(faultsOf('a: 1\nb: 2\n"a": 3\nc: { x: 1, x: 2 }')).toEqual([again(3, 'a'), again(4, 'x')]);
  expect(faultsOf('a: { x: 1 }\nb: { x: 1 }\n1: a\n"1": b')).toEqual([]);
});

test.each(['', '# a comment', '---\n', '~', 'null'])('"%s" says nothing', (content) => {
  expect(readYaml(content)).toMatchObject({ values: {}, saysNothing: true });
});

test('line ends of every system are line ends', () => {
  expect(readYaml('# a\rname: A\rsince: 2001\r')).toMatchObject({ values: { name: 'A', since: 2001 } });
  expect(readYaml('\ufeff# a\r\nname: A\r\n')).toMatchObject({ values: { name: 'A' } });
});

test('of a file that is quite another one the first problems are told, soon', () => {
  const other = Array.from({ length: 9_000 }, (_, at) => `k${at}: 1`).join('\n');
  const { problems } = checkYaml('a.yaml', other, z.strictObject({ name: z.string().optional() }));
  expect(problems).toHaveLength(PROBLEMS_MAX);
  expect(problems[1]).toEqual({ file: 'a.yaml', line: 2, message: 'k1: no such key; expected one of name' });
});

test.each([
  [
    'name: Radio: la mer',
    '1: a text with a colon and a space in it goes in quotes, such as "Radio: the sea"',
  ],
  ['a:\n  - { what: Loyer : cave, b: 3 }', '2: a text with a colon and a space in it goes in quotes'],
  ["name: 'L'Onde'", '1: expected nothing behind a text in quotes'],
  ['name: "Onde\nsince: 2001\n', '1: expected a second " that ends the text'],
  ['a: 1\nname: @Onde', '2: a text that begins with @ goes in quotes'],
  ['name: `Onde`', '1: a text that begins with ` goes in quotes'],
  ['a:\n\tname: X', '2: expected spaces, not tabs'],
  ['a:\n  name:Onde\n  b: x', '2: expected a key and its value, with a space behind the colon'],
  ['a:\n  name: A\n b: c', '3: expected lines that belong together to begin in the same column'],
  ['a: { b: c\nd: 1', '2: expected a } that ends what { began'],
  ['a: [b\nd: 1', '2: expected a ] that ends what [ began'],
  ['name: "C:\\Users"', '1: in a text between " and " a \\ is written \\\\'],
  ['name: > Onde', '1: a text that begins with > or | goes in quotes'],
])('a slip of the form is told in words: %j', (content, told) => {
  const [line, message] = [told.slice(0, 1), told.slice(3)];
  expect(faultsOf(content)).toEqual([expect.stringContaining(`${line}: not valid YAML: ${message}`)]);
});

test('a text that YAML would cut, as it begins with & or !, is told', () => {
  expect(faultsOf('name: &ME Radio')).toEqual([
    '1: &ME stands for nothing: a text that begins with & goes in quotes',
  ]);
  expect(faultsOf('name: !Onde Radio')).toEqual([
    '1: !Onde stands for nothing: a text that begins with ! goes in quotes',
  ]);
  expect(faultsOf('a: !!str 1\nb: &all { c: 1 }')).toEqual([]);
});

test('a text whose end YAML takes for a remark is told of, and stands', () => {
  const schema = z.strictObject({ title: z.string(), since: z.number().optional() });
  const told = (content: string) => checkYaml('a', content, schema);
  const message =
    '#12 is left out as a remark: a text with a # in it goes in quotes, a remark has a space behind its #';
  expect(told('# mine\ntitle: Tides #12\nsince: 2001 #first')).toMatchObject({
    value: { title: 'Tides', since: 2001 },
    problems: [{ file: 'a', line: 2, message, isReminder: true }],
  });
  expect(told('{ title: Tides #12\n, since: 2001 }').problems).toMatchObject([{ line: 1, isReminder: true }]);
  for (const well of ['title: Tides # all of them', 'title: "Tides #12"', 'title: C#7 on the pier #'])
    expect([well, told(well).problems]).toEqual([well, []]);
});

test('a comma in a text between braces is told of', () => {
  const schema = z.strictObject({ a: z.strictObject({ name: z.string(), email: z.string().optional() }) });
  const told = (content: string) => checkYaml('a', content, schema).problems.map(({ message }) => message);
  const expected = 'no such key; expected one of name, email';
  expect(told('a: { name: 1 rue de la Mer, 14000 Caen, email: b }')).toEqual([
    `a.14000 Caen: ${expected}; between { and } a text with a comma in it goes in quotes`,
  ]);
  for (const other of ['a: { name: b, place: c }', 'a:\n  name: b\n  place:'])
    expect([other, told(other)]).toEqual([other, [`a.place: ${expected}`]]);
});

test('a key with a sign that nobody sees is told as one', () => {
  const schema = z.strictObject({ name: z.string().optional() });
  const told = (content: string) =>
    checkYaml('a', content, schema).problems.map(({ message }) => message.replace(/^.*: no such/, 'no such'));
  const unseen =
    'no such key; it has a sign that cannot be seen, such as a no-break space: delete this line and type it anew';
  for (const key of ['\u{a0}name', 'name\u{a0}', '\u{200b}name']) expect(told(`${key}: A`)).toEqual([unseen]);
  expect(told('nam: A')).toEqual(['no such key; did you mean name?']);
});

test('a key without a space behind its colon is told as one', () => {
  expect(checkYaml('a', 'name:Onde', z.strictObject({})).problems).toMatchObject([
    {
      message: 'the file: expected keys with values, each with a space behind its colon, such as name: Onde',
    },
  ]);
});

test('a value that a # turned into a comment is told as one', () => {
  const { problems } = checkYaml('a.yaml', 'colour: #f29838', z.strictObject({ colour: z.string() }));
  expect(problems.map(({ message }) => message)).toEqual([
    'colour: expected a text, found nothing: a value that begins with # goes in quotes',
  ]);
});
