import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { folderPlace } from './backup-place.ts';

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
  const folders = '.folder.4711.onde-part';
  await mkdir(join(folder, folders));
  const longAgo = new Date(Date.now() - 2 * DAY_MS);
  for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo);

  const next = await place.write('two.backup', content());
  await next.keep();
  expect((await readdir(folder)).sort()).toEqual([...others, folders, 'two.backup'].sort());
});
