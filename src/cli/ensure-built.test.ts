import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { currentBuild, IN_USE } from '#src/app/build/build-folders.ts';
import { BUILDS_KEPT } from '#src/contract/limits.ts';
import { shareLock } from '#src/platform/lock/lock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { ensureBuilt } from './ensure-built.ts';

/** A program of one page, and what builds it: it notes that it was called, and ends when it may. */
const BUILD = `import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync('calls', 'x');
const page = readFileSync('src/page.tsx', 'utf8');
mkdirSync(process.argv[2] + '/client');
writeFileSync(process.argv[2] + '/client/page.js', page);
if (page === 'slow') while (!existsSync('go')) await new Promise((next) => setTimeout(next, 20));
if (page === 'no right') throw new Error("EACCES: permission denied, open 'node_modules/.vite-temp/a.mjs'");
if (page === 'no space') throw new Error('ENOSPC: no space left on device, write');
if (page === 'killed') process.kill(process.pid, 'SIGKILL');
if (page === 'no heap') { console.error('FATAL ERROR: Reached heap limit Allocation failed'); process.abort(); }
if (page === 'wrong') throw new Error('page.tsx is wrong');
`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'onde-build-'));
  await mkdir(join(root, 'src', 'app', 'build'), { recursive: true });
  await writeFile(join(root, 'src', 'app', 'build', 'build-pages.ts'), BUILD);
});
afterEach(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

const change = (page: string) => writeFile(join(root, 'src', 'page.tsx'), page);
const build = () => ensureBuilt(() => {}, undefined, root);
const pageOf = (folder: string) => readFile(join(folder, 'client', 'page.js'), 'utf8');
const calls = async () => (await readFile(join(root, 'calls'), 'utf8')).length;

async function buildPage(page: string): Promise<string> {
  await change(page);
  return build();
}

test('what one account has built, however private its files are, the account of the station can read', async () => {
  const before = process.umask(0o077);
  onTestFinished(() => void process.umask(before));
  const folder = await buildPage('one');
  const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const folders = names
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(new Set(files.map(rights))).toEqual(new Set(['644']));
  expect(new Set([...folders, folder, dirname(folder)].map(rights))).toEqual(new Set(['755']));
});

test('each build has a folder of its own, and what was built before stays as it was [R117]', async () => {
  const first = await buildPage('one');
  const second = await buildPage('two');
  expect(currentBuild(root)).toBe(second);
  expect(await Promise.all([first, second].map(pageOf))).toEqual(['one', 'two']);
});

test('what is built is not built again, and the way back to a build that is kept takes none', async () => {
  const first = await buildPage('one');
  await build();
  expect(await calls()).toBe(1);
  await buildPage('two');
  expect(await buildPage('one')).toBe(first);
  expect(currentBuild(root)).toBe(first);
  expect(await calls()).toBe(2);
});

test('the newest builds are kept, and those that a process serves [R117]', async () => {
  const served = await buildPage('served');
  const using = shareLock(join(served, IN_USE));
  const folders: string[] = [];
  for (let at = 0; at < BUILDS_KEPT + 1; at += 1) folders.push(await buildPage(`page ${at}`));
  expect(existsSync(served)).toBe(true);
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, true, true, true]);
  using?.[Symbol.dispose]();
  await buildPage('the next one');
  expect(existsSync(served)).toBe(false);
});

test('a build that fails says why, and the one before is served on', async () => {
  const before = await buildPage('one');
  await expect(buildPage('wrong')).rejects.toThrow('page.tsx is wrong');
  expect(currentBuild(root)).toBe(before);
});

test.each([
  ['wrong', /^If you changed a file, correct it/],
  ['no right', /^Give the user that runs Onde the right to write in .*npm run build$/],
  ['no space', /^Free some space/],
  ['killed', /^The machine lacks memory for it/],
  ['no heap', /^The machine lacks memory for it/],
])('a build that fails (%s) says what to do', async (page, remedy) => {
  await expect(buildPage(page)).rejects.toMatchObject({ remedy: expect.stringMatching(remedy) });
});

test('a build by hand that fails ends in the same words, without a stack', async () => {
  await change('killed');
  const ours = join(import.meta.dirname, '..', '..');
  await mkdir(join(root, 'scripts'));
  await copyFile(join(ours, 'scripts', 'build.ts'), join(root, 'scripts', 'build.ts'));
  for (const path of ['cli', 'platform', 'app/build/build-folders.ts', 'app/build/first-visit.ts'])
    await symlink(join(ours, 'src', path), join(root, 'src', path));
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'build.ts')]);
  expect(stderr.toString()).toMatch(
    /^The pages could not be built:\nIt was ended by SIGKILL\.\nThe machine lacks memory for it: .*\n$/,
  );
  expect(status).toBe(1);
});

test('a build that cannot be started, as in the middle of an install, fails and says so', async () => {
  const before = await buildPage('one');
  const node = process.execPath;
  onTestFinished(() => {
    process.execPath = node;
  });
  process.execPath = join(root, 'gone', 'node');
  await expect(buildPage('two')).rejects.toMatchObject({
    message: expect.stringContaining('ENOENT'),
    remedy: expect.stringContaining('install'),
  });
  expect(currentBuild(root)).toBe(before);
});

test('after a build that was killed the next one begins anew, and takes away what was left', async () => {
  const before = await buildPage('one');
  await change('slow');
  const script = `import { ensureBuilt } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'ensure-built.ts')).href)};
    await ensureBuilt(() => {}, undefined, ${JSON.stringify(root)});`;
  const builder = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  await vi.waitFor(async () => expect(await calls()).toBe(2), PATIENT);
  builder.kill('SIGKILL');
  await once(builder, 'exit');
  expect(currentBuild(root)).toBe(before);
  await writeFile(join(root, 'go'), '');
  expect(await pageOf(await build())).toBe('slow');
  expect(await calls()).toBe(3);
  expect(readdirSync(join(root, 'build')).sort()).toEqual(
    ['.lock', basename(before), basename(currentBuild(root) ?? ''), 'current'].sort(),
  );
});

test('a build that lost a file, or the end of one, is made again', async () => {
  const folder = await buildPage('one');
  truncateSync(join(folder, 'client', 'page.js'));
  expect(await build()).toBe(folder);
  expect(await pageOf(folder)).toBe('one');
  await rm(join(folder, 'client', 'page.js'));
  expect(await pageOf(await build())).toBe('one');
});

test('sources that change during a build are built once more', async () => {
  await change('slow');
  const building = build();
  await vi.waitFor(async () => expect(await calls()).toBe(1), PATIENT);
  await change('two');
  await writeFile(join(root, 'go'), '');
  expect(await pageOf(await building)).toBe('two');
  expect(await calls()).toBe(2);
});

test('two who build at once share one build', async () => {
  await change('one');
  const [one, other] = await Promise.all([build(), build()]);
  expect(one).toBe(other);
  expect(await calls()).toBe(1);
});

test('a build that is no longer needed ends', async () => {
  await change('slow');
  const stop = new AbortController();
  const building = ensureBuilt(() => {}, stop.signal, root);
  const failed = expect(building).rejects.toThrow();
  await vi.waitFor(async () => expect(await calls()).toBe(1), PATIENT);
  stop.abort();
  await failed;
  expect(currentBuild(root)).toBeNull();
});
