import { execFile } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';

const ONDE = resolve(import.meta.dirname, 'onde.ts');

async function ask(words: readonly string[]): Promise<string> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-member-'));
  const logger = createLogger({ level: 'silent', part: 'test' });
  const sqlitePath = dataFolder(folder.path).database;
  await using _station = await openDatabase({ databaseUrl: null, sqlitePath, logger });
  const options = { cwd: folder.path, env: { PATH: process.env.PATH, DATA_DIR: folder.path } };
  const { promise, resolve: end } = Promise.withResolvers<string>();
  execFile(process.execPath, [ONDE, 'member', ...words], options, (_error, printed, told) =>
    end(`${printed}${told}`),
  );
  return await promise;
}

test.each([
  ['block', '-zoe'],
  ['unblock', '--all'],
  // These begin as the short forms of --help and --version do.
  ['log-out', '-hans'],
  ['block', '-Vera'],
])('a member whose name is written like an option is found by it: %s %s', async (verb, name) => {
  expect(await ask([verb, name])).toContain(`There is no member ${name}.`);
});

test('help for a command about members is still had', async () => {
  expect(await ask(['block', '--help'])).toContain('Usage: onde member block');
  expect(await ask(['block', '-h'])).toContain('Usage: onde member block');
});
