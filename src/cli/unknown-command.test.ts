import { execFile } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ONDE = resolve(import.meta.dirname, 'onde.ts');

/** Runs a command where no station is; returns how it ended and what it said. */
async function runOnde(words: readonly string[]): Promise<{ code: unknown; told: string }> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-unknown-'));
  const options = { cwd: folder.path, env: { PATH: process.env.PATH } };
  const { promise, resolve: end } = Promise.withResolvers<{ code: unknown; told: string }>();
  execFile(process.execPath, [ONDE, ...words], options, (error, _printed, told) =>
    end({ code: error?.code, told }),
  );
  return await promise;
}

test.each(['brodcast', 'toString', 'constructor', '__proto__'])(
  'a command that there is not is called unknown: %s',
  async (command) => {
    const { code, told } = await runOnde([command]);
    expect(told).toContain(`error: unknown command '${command}'`);
    expect(told).toContain('(onde --help lists what there is)');
    expect(told).not.toContain('    at ');
    expect(code).toBe(1);
  },
);

test.each([
  { words: ['member', 'log-out', ''], name: 'name' },
  { words: ['member', 'block', '  '], name: 'name' },
  { words: ['contact', 'delete', '7', ''], name: 'id' },
  { words: ['import', ''], name: 'folder' },
  { words: ['backup', ''], name: 'file' },
  { words: ['migrate', '--to', ''], name: '--to' },
])('a word that an unset variable has left empty is called empty: $words', async ({ words, name }) => {
  const { code, told } = await runOnde(words);
  expect(told).toBe(
    `What is given for "${name}" is empty.\nIn a script see that the variable is set; "onde ${words[0]} --help" says what belongs there.\n`,
  );
  expect(code).toBe(1);
});

test('a port that is empty is none, and not any', async () => {
  const { code, told } = await runOnde(['web', '--port', '']);
  expect(told).toContain("argument '' is invalid");
  expect(code).toBe(1);
});

test.each([
  { words: ['member', 'log-out'], help: 'onde member log-out' },
  { words: ['contact', 'shwo', '7'], help: 'onde contact' },
  { words: ['backup', 'a', 'b'], help: 'onde backup' },
  { words: ['stats', '--dayz', '3'], help: 'onde stats' },
])('a command that is typed wrong names the help that says how: $words', async ({ words, help }) => {
  const { code, told } = await runOnde(words);
  expect(told).toContain(`(${help} --help lists what there is)`);
  expect(code).toBe(1);
});
