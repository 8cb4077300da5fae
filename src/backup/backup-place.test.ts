import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#src/contract/durations.ts';
import { ObjectStore } from '#src/platform/object-store/object-store.ts';
import { ACCESS, startStore } from '#src/platform/object-store/testing/start-store.ts';
import { backupName } from './backup-format.ts';
import { bucketPlace, folderPlace, refuseUsedName } from './backup-place.ts';

async function* content() {
  yield new TextEncoder().encode('a backup');
}

test('a backup that was given up goes with the next one; files and folders of others stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-place-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const place = folderPlace(folder);
  await place.write('one.backup', content());
  const [unfinished = ''] = await readdir(folder);
  expect(unfinished).toMatch(/^\.one\.backup\.\d+\.onde-part$/);
  const others = ['.film.mkv.part', '.film.4711.part'];
  for (const name of others) await writeFile(join(folder, name), 'of another program');
  const earlier = '.onde-20261120T031500Z.backup.4711.part';
  await writeFile(join(folder, earlier), 'unfinished, of an earlier version');
  const folders = '.folder.4711.onde-part';
  await mkdir(join(folder, folders));
  const longAgo = new Date(Date.now() - 2 * DAY_MS);
  for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo);

  const next = await place.write('two.backup', content());
  await next.keep();
  expect((await readdir(folder)).sort()).toEqual([...others, folders, 'two.backup'].sort());
});

test('[R198] a file that has appeared under the name of a backup meanwhile is not written over', async () => {
  const folder = await scratchFolder();
  const place = folderPlace(folder);
  const written = await place.write('one.backup', content());
  await writeFile(join(folder, 'one.backup'), 'of somebody else');
  await expect(written.keep()).rejects.toThrow(/one\.backup is there already/);
  await written.discard();
  expect(await readdir(folder)).toEqual(['one.backup']);
  expect(await readFile(join(folder, 'one.backup'), 'utf8')).toBe('of somebody else');
  const other = await place.write('two.backup', content());
  await other.keep();
  expect(await readdir(folder)).toEqual(['one.backup', 'two.backup']);
});

test('a folder in place of a file is told, with a file to name', async () => {
  const folder = await scratchFolder();
  const refused = await refuseUsedName(folder).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    message: `${folder} is a folder, and a backup is one file.`,
    remedy: expect.stringContaining(`such as ${folder}/onde-`),
  });
  await refuseUsedName(join(folder, 'one.backup'));
});

async function startBucket(): Promise<ObjectStore> {
  const endpoint = await startStore();
  return new ObjectStore({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: 'nightly' }, { pausesMs: [] });
}

async function scratchFolder(): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'onde-place-'));
  onTestFinished(() => rm(scratch, { recursive: true }));
  return scratch;
}

test('[W174] a backup in an object store has its name when it is proved, and never before', async () => {
  const store = await startBucket();
  const place = bucketPlace(store, 's3://onde/nightly');
  const scratch = await scratchFolder();
  const name = backupName(Date.now());
  const written = await place.write(name, content());
  expect(await place.list()).toEqual([]);
  expect(await readFile(await written.fetch(scratch), 'utf8')).toBe('a backup');
  await written.keep();
  expect(await place.list()).toEqual([name]);
  expect(await store.list('unproved')).toEqual([]);
  expect(await readFile(await place.fetch(name, scratch), 'utf8')).toBe('a backup');

  const refused = await place.write(backupName(Date.now() + HOUR_MS), content());
  await refused.discard();
  expect(await place.list()).toEqual([name]);
  expect(await store.list('unproved')).toEqual([]);
});

test('[W174] an unproved backup counts for nothing where it cannot be removed, and goes after a day', async () => {
  const store = await startBucket();
  const place = bucketPlace(store, 's3://onde/nightly');
  const [killed, today] = [backupName(Date.now() - DAY_MS - HOUR_MS), backupName(Date.now())];
  await place.write(killed, content());
  const removal = vi.spyOn(store, 'remove').mockRejectedValue(new Error('AccessDenied'));
  const written = await place.write(today, content());
  await expect(written.discard()).rejects.toThrow('AccessDenied');
  expect(await place.list()).toEqual([]);
  // A proved one is there all the same.
  await written.keep();
  expect(await place.list()).toEqual([today]);
  await expect(place.clearUp?.()).rejects.toThrow('AccessDenied');
  removal.mockRestore();
  await place.clearUp?.();
  expect(await store.list('unproved')).toEqual([today]);
});
