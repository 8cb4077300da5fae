import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const NOT_INSTALLED =
  'Onde is not installed here yet.\nRun once: npm run build (during an update wait until it is done).\n';

/** A clone in which these folders have come so far; its commands say that they run. */
function clone(folders: string[], engine = manifest.engines.node): string {
  const root = mkdtempSync(join(tmpdir(), 'onde-not-installed-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['bin', 'scripts', 'src/cli', ...folders])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['bin/onde.cjs', 'scripts/node-version.cjs'])
    copyFileSync(join(import.meta.dirname, '..', '..', file), join(root, file));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ engines: { node: engine } }));
  writeFileSync(join(root, 'src', 'cli', 'onde.ts'), "console.error('restored')");
  writeFileSync(join(root, 'src', 'cli', 'keep-on-air.sh'), 'echo waits >&2');
  return root;
}

/** What `npx onde` says there by the Node of these tests. */
function onde(words: string[], ...how: Parameters<typeof clone>) {
  const { status, stderr } = spawnSync(process.execPath, [join(clone(...how), 'bin', 'onde.cjs'), ...words]);
  return [status, stderr.toString()];
}

test('a command where nothing is installed yet says what to do, and so does one in the midst of an install', () => {
  expect(onde(['restore', 'file'], [])).toEqual([1, NOT_INSTALLED]);
  expect(onde(['restore', 'file'], ['.onde-install.lock'])).toEqual([1, NOT_INSTALLED]);
  expect(onde(['start'], [])).toEqual([1, NOT_INSTALLED]);
});

test('a command without the packaged Node runs by this one where that is new enough', () => {
  expect(onde(['restore', 'file'], ['node_modules/commander'])).toEqual([0, 'restored\n']);
  expect(onde(['restore', 'file'], ['node_modules/commander'], '>=99.1')).toEqual([1, NOT_INSTALLED]);
});

test('a start in the midst of an install waits for it', () => {
  expect(onde(['start'], ['.onde-install.lock'])).toEqual([0, 'waits\n']);
});

/** Lets the shell of `npx` start a command that says what it hears, and takes the shell away once it runs. */
async function heardWithoutShell(end: (shell: ChildProcess, pid: number) => void): Promise<string[]> {
  const root = clone(['node_modules/commander']);
  const hear = (signal: string) => `process.once('${signal}', () => { console.log('${signal}'); });`;
  writeFileSync(
    join(root, 'src', 'cli', 'onde.ts'),
    `${hear('SIGTERM')} ${hear('SIGHUP')} console.log(process.ppid); setTimeout(() => {}, 5_000);`,
  );
  const words = ['-c', '"$0" "$1" restore; true', process.execPath, join(root, 'bin', 'onde.cjs')];
  const shell = spawn('sh', words, { env: { ...process.env, npm_command: 'exec' }, stdio: 'pipe' });
  const said: string[] = [];
  for await (const line of createInterface(shell.stdout)) {
    if (/^\d+$/.test(line)) end(shell, Number(line));
    else said.push(line);
  }
  return said;
}

test('a command is told to end where npx was, whose shell ends without a word to it', async () => {
  expect(await heardWithoutShell((shell) => shell.kill())).toEqual(['SIGTERM']);
});

test('a command outlives npx where its terminal closes, as one that nohup has started', async () => {
  const close = (shell: ChildProcess, pid: number) => {
    process.kill(pid, 'SIGHUP');
    shell.kill('SIGHUP');
  };
  expect(await heardWithoutShell(close)).toEqual(['SIGHUP']);
});
