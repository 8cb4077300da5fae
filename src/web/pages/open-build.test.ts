import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IN_USE, UNFINISHED } from '#src/app/build/build-folders.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { acquireLock } from '#src/platform/lock/lock.ts';
import { openBuild } from './open-build.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'onde-root-')));
});
afterEach(() => rm(root, { recursive: true }));

async function putBuild(name: string) {
  await mkdir(join(root, 'build', name), { recursive: true });
  await writeFile(join(root, 'build', name, IN_USE), '');
}
const serve = (name: string) => symlink(name, join(root, 'build', 'current'));

test('a process keeps the build that it began with, and nobody removes it meanwhile [R117]', async () => {
  await putBuild('one');
  await serve('one');
  const build = openBuild(root);
  await putBuild('two');
  await rm(join(root, 'build', 'current'));
  await serve('two');
  expect(build.client).toBe(join(root, 'build', 'one', 'client'));
  const lockFile = join(root, 'build', 'one', IN_USE);
  expect(acquireLock(lockFile)).toBeNull();
  build[Symbol.dispose]();
  using acquired = acquireLock(lockFile);
  expect(acquired).not.toBeNull();
});

test('the other builds that are kept are known, one that is being made is not', async () => {
  for (const name of ['one', 'two', `${UNFINISHED}x`]) await putBuild(name);
  await serve('two');
  using build = openBuild(root);
  expect(build.otherClients()).toEqual([join(root, 'build', 'one', 'client')]);
});

test('without a build it is said how to get one', async () => {
  expect(() => openBuild(root)).toThrow(OperatorError);
  await mkdir(join(root, 'build'));
  await serve('gone');
  expect(() => openBuild(root)).toThrow(/not been built/);
});
