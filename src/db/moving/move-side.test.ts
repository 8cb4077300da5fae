import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteSide } from './move-side.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-move-side-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function refusalOf(path: string, isMade: boolean): Promise<unknown> {
  try {
    await using _side = openSqliteSide(path, { isMade });
  } catch (error) {
    return error;
  }
  return null;
}

test.each([true, false])(
  'a file that is no database is refused in words (to be made: %s)',
  async (isMade) => {
    const path = join(folder, 'letter.txt');
    await writeFile(path, 'Dear listeners, '.repeat(100));
    expect(await refusalOf(path, isMade)).toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining(`${path} cannot be opened as a database: `),
    });
  },
);

test('a folder that is not there, and one in the place of the file, are refused in words', async () => {
  for (const path of [join(folder, 'none', 'onde.sqlite'), folder])
    expect(await refusalOf(path, true)).toMatchObject({
      name: 'OperatorError',
      remedy: expect.stringMatching(/^Name a file that is not there yet, in a folder that is/),
    });
  expect(await readdir(folder)).toEqual([]);
});
