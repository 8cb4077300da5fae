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
  const again = (line: number) => `${line}: not valid YAML: Map keys must be unique`;
  expect(faultsOf('a: 1\nb: 2\n"a": 3\nc: { x: 1, x: 2 }')).toEqual([again(3), again(4)]);
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

test('a value that a # turned into a comment is told as one', () => {
  const { problems } = checkYaml('a.yaml', 'colour: #f29838', z.strictObject({ colour: z.string() }));
  expect(problems.map(({ message }) => message)).toEqual([
    'colour: expected a text, found nothing: a value that begins with # goes in quotes',
  ]);
});
