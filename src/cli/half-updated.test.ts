import { execFile } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ONDE = resolve(import.meta.dirname, 'onde.ts');
/** With which deploy/systemd waits as it does for a Node that is not there, and keep-on-air.sh starts again. */
const TRIED_AGAIN = 203;

/** How a command ends, and what it says, where modules are found and loaded in this way. */
async function runWith(hooks: string, words: readonly string[]): Promise<{ code: unknown; told: string }> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-half-updated-'));
  const script = `import { registerHooks } from 'node:module'; registerHooks({ ${hooks} });`;
  const before = ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
  const options = { cwd: folder.path, env: { PATH: process.env.PATH } };
  const { promise, resolve: end } = Promise.withResolvers<{ code: unknown; told: string }>();
  execFile(process.execPath, [...before, ONDE, ...words], options, (error, _printed, told) =>
    end({ code: error?.code ?? 0, told }),
  );
  return await promise;
}

const missing = (name: string) =>
  `resolve: (asked, context, next) => next(asked === '${name}' ? './gone.ts' : asked, context)`;
const older = (name: string) =>
  `load: (url, context, next) => url.endsWith('${name}') ? { format: 'module', source: '', shortCircuit: true } : next(url, context)`;

test.each([
  ['a package is missing', missing('commander'), ['legal']],
  ['a file of the command is missing', missing('./legal.ts'), ['legal']],
  ['a file is missing that is asked for later', missing('#src/web/run-web.ts'), ['web', '--port', '0']],
  ['a file is one of another version', older('/printable.ts'), ['legal']],
])('a start in the midst of an update is tried again: %s', async (_, hooks, words) => {
  const { code, told } = await runWith(hooks, words);
  expect(told).toMatch(/^Onde could not be loaded, as in the midst of an update\. .*npm run build$/m);
  expect(code).toBe(TRIED_AGAIN);
});

test('an error of another kind has the code of one that nobody can mend', async () => {
  const hooks = older('/legal.ts').replace(
    "source: ''",
    "source: 'export const registerLegal = (program) => program.command(`legal`).action(() => { throw new Error(`odd`); });'",
  );
  const { code, told } = await runWith(hooks, ['legal']);
  expect(told).toContain('Error: odd');
  expect(told).not.toContain('update');
  expect(code).toBe(70);
});
