import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { BUNDLED, bundleFolder } from './build-folders.ts';

/** A program beside a package of two files, each of which says where it lies. */
let root: string;
const path = (...names: string[]) => join(root, ...names);
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'onde-libraries-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(import.meta.dirname, path('src', 'app', 'build'), { recursive: true });
  write(path('package.json'), '{ "type": "module" }');
  install('1.0.0');
  write(path('node_modules', BUNDLED, 'index.js'), "export { where } from './where.js';");
  write(path('node_modules', BUNDLED, 'where.js'), "export const where = 'in its package';");
});

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function install(version: string): void {
  const about = { version, type: 'module', exports: './index.js' };
  write(path('node_modules', BUNDLED, 'package.json'), JSON.stringify(about));
}

/** As the build leaves it: `current` leads to the folder of the newest one. */
function bundle(): void {
  const build = path('build', 'one');
  write(
    join(bundleFolder(build, root, BUNDLED), BUNDLED, 'index.js'),
    "export const where = 'in its bundle';",
  );
  symlinkSync('one', path('build', 'current'));
}

function whereFound(): string {
  const before = pathToFileURL(path('src', 'app', 'build', 'use-libraries.ts')).href;
  const program = `console.log((await import('${BUNDLED}')).where)`;
  const words = ['--import', before, '--input-type=module', '--eval', program];
  return execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' }).trim();
}

test('a library is taken from the bundle that the build has made of it', () => {
  bundle();
  expect(whereFound()).toBe('in its bundle');
});

test('without a build, or with a bundle of another version, it is taken as it is', () => {
  expect(whereFound()).toBe('in its package');
  bundle();
  install('2.0.0');
  expect(whereFound()).toBe('in its package');
});
