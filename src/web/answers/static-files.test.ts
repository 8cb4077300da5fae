import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StaticFiles } from './static-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-files-'));
  for (const build of ['this', 'other']) {
    await mkdir(join(folder, build, 'assets'), { recursive: true });
    for (const file of [`assets/${build}-x1.js`, 'assets/shared-x2.js', 'service-worker.js'])
      await writeFile(join(folder, build, file), `${build} build`);
    await writeFile(join(folder, build, `assets/${build}-x1.js.br`), `${build} build, small`);
  }
  await writeFile(join(folder, 'other', 'older.js'), 'other build');
});
afterEach(() => rm(folder, { recursive: true }));

async function open() {
  const others = ['other', 'removed-meanwhile', 'newer'].map((name) => join(folder, name));
  const isThere = (other: string) => !other.endsWith('newer') || existsSync(other);
  const files = await StaticFiles.open(join(folder, 'this'), () => others.filter(isThere));
  return async (path: string, headers: Record<string, string> = {}) => {
    const answer = await files.find(new Request(`http://10.0.0.1${path}`, { headers }), path);
    return answer === null ? null : answer.text();
  };
}

test('a page that was opened before an update still gets its files, whatever has the same name in both [R117]', async () => {
  const get = await open();
  expect(await get('/assets/other-x1.js')).toBe('other build');
  expect(await get('/assets/other-x1.js', { 'accept-encoding': 'br' })).toBe('other build, small');
  expect(await get('/assets/shared-x2.js')).toBe('this build');
});

test('what keeps its name from build to build is this build’s alone', async () => {
  const get = await open();
  expect(await get('/service-worker.js')).toBe('this build');
  expect(await get('/older.js')).toBeNull();
});

test('a file of another build that has been removed since is not there', async () => {
  const get = await open();
  await rm(join(folder, 'other'), { recursive: true });
  expect(await get('/assets/other-x1.js')).toBeNull();
  expect(await get('/assets/other-x1.js', { 'accept-encoding': 'br' })).toBeNull();
});

test('a build that could not be listed is listed again', async () => {
  const get = await open();
  expect(await get('/assets/removed-x1.js')).toBeNull();
  await mkdir(join(folder, 'removed-meanwhile', 'assets'), { recursive: true });
  await writeFile(join(folder, 'removed-meanwhile', 'assets', 'removed-x1.js'), 'a third build');
  expect(await get('/assets/removed-x1.js')).toBe('a third build');
});

test('a page of a machine that was updated first gets its files here, too, once they are built [R117]', async () => {
  const get = await open();
  expect(await get('/assets/newer-x1.js')).toBeNull();
  await mkdir(join(folder, 'newer', 'assets'), { recursive: true });
  await writeFile(join(folder, 'newer', 'assets', 'newer-x1.js'), 'newer build');
  await writeFile(join(folder, 'newer', 'assets', 'shared-x2.js'), 'newer build');
  expect(await get('/assets/newer-x1.js')).toBe('newer build');
  expect(await get('/assets/shared-x2.js')).toBe('this build');
  await writeFile(join(folder, 'newer', 'plain.js'), 'newer build');
  expect(await get('/plain.js')).toBeNull();
});
