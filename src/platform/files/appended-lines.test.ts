import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppendedLines, type LineBatch } from './appended-lines.ts';
import { makeBadSpot } from './testing/bad-spot.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-lines-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(path: string, offsetBytes = 0, size = 2) {
  const file = await AppendedLines.open(path);
  if (file === null) throw new Error('There is no file.');
  await using opened = file;
  const batches: LineBatch[] = [];
  for await (const batch of opened.batches(offsetBytes, size)) batches.push(batch);
  return { lines: batches.map(({ lines }) => lines), end: batches.at(-1)?.end };
}

test('a reader gets complete lines in batches, and the torn one once it is whole', async () => {
  const path = join(folder, 'a.jsonl');
  await writeFile(path, 'één\n\ntwee\ndrie\nvie');
  const first = await read(path);
  expect(first.lines).toEqual([['één', 'twee'], ['drie']]);
  await appendFile(path, 'r\n');
  expect((await read(path, first.end?.offsetBytes)).lines).toEqual([['vier']]);
});

test('a line longer than a chunk arrives whole', async () => {
  const path = join(folder, 'a.jsonl');
  const long = 'é'.repeat(300_000);
  await writeFile(path, `a\n${long}\nb\n`);
  expect((await read(path)).lines).toEqual([['a', long], ['b']]);
});

test('a file that was written anew does not hold the offset of the old one', async () => {
  const path = join(folder, 'a.jsonl');
  await writeFile(path, 'one\ntwo\n');
  const { end } = await read(path);
  await appendFile(path, 'three\n');
  await using grown = await AppendedLines.open(path);
  expect(end && (await grown?.holds(end))).toBe(true);
  await writeFile(path, 'two\none\nand more\n');
  await using rewritten = await AppendedLines.open(path);
  expect(end && (await rewritten?.holds(end))).toBe(false);
});

test('a long first line tells a file apart by its very end', async () => {
  const path = join(folder, 'a.jsonl');
  const heads: unknown[] = [];
  for (const end of ['one', 'other']) {
    await writeFile(path, `${'x'.repeat(10_000)}${end}\nmore\n`);
    await using file = await AppendedLines.open(path);
    heads.push(await file?.head());
  }
  expect(heads[0]).not.toBeNull();
  expect(heads[0]).not.toBe(heads[1]);
});

test('a file that is not there, or has no complete line, has no head', async () => {
  expect(await AppendedLines.open(join(folder, 'none.jsonl'))).toBeNull();
  await writeFile(join(folder, 'a.jsonl'), '{"torn":');
  await using torn = await AppendedLines.open(join(folder, 'a.jsonl'));
  expect(await torn?.head()).toBeNull();
});

test('a bad spot of the disk costs the lines in it, where the reader goes on, and is an error elsewhere', async () => {
  const path = join(folder, 'a.jsonl');
  const lines = Array.from({ length: 40_000 }, (_, at) => `line ${at}`);
  const known = new Set(lines);
  await writeFile(path, `${lines.join('\n')}\n`);
  await using opened = await AppendedLines.open(path);
  const readOver = async () => {
    const faults: unknown[] = [];
    const found: string[] = [];
    const batches = opened?.batches(0, 500, (error) => void faults.push(error)) ?? [];
    for await (const batch of batches) found.push(...batch.lines);
    return { faults, lost: lines.length - found.filter((line) => known.has(line)).length };
  };
  {
    using _ = await makeBadSpot(path, 300_000, 300_010);
    await expect(read(path)).rejects.toMatchObject({ code: 'EIO' });
    const { faults, lost } = await readOver();
    expect(faults).toHaveLength(1);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(500);
  }
  using _ = await makeBadSpot(path, 0, 1_000_000);
  await expect(readOver()).rejects.toMatchObject({ code: 'EIO' });
});
