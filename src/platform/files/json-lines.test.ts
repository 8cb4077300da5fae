import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endsWithinLine, parseJsonLines } from './json-lines.ts';

test('lines that are torn, empty or of another shape are left out', () => {
  const lines = ['{"n":1}', '{"n":', '', '{"n":"two"}', '{"n":3,"more":true}'];
  expect(parseJsonLines(lines, z.object({ n: z.number() }))).toEqual([{ n: 1 }, { n: 3 }]);
});

test.each([
  ['', false],
  ['{"n":1}\n', false],
  ['{"n":1}\n{"n":', true],
])('a file with %j ends within a line: %s', async (content, expected) => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-lines-'));
  try {
    const path = join(folder, 'a.jsonl');
    await writeFile(path, content);
    await using file = await open(path, 'r');
    expect(await endsWithinLine(file)).toBe(expected);
  } finally {
    await rm(folder, { recursive: true });
  }
});
