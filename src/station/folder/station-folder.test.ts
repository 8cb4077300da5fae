import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatProblem, type StationProblem } from '#src/station/problem.ts';
import { openRegularFile } from './open-regular-file.ts';
import { StationFolder } from './station-folder.ts';

let home: string;
let root: string;
let folder: StationFolder;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'onde-folder-'));
  root = join(home, 'station');
  await mkdir(join(root, 'part', 'inner'), { recursive: true });
  await writeFile(join(root, 'part', 'good.txt'), '\ufeffgood');
  await writeFile(join(home, 'secret.txt'), 'secret');
  folder = new StationFolder(root);
});
afterEach(() => rm(home, { recursive: true }));

async function list(path: string) {
  const problems: StationProblem[] = [];
  const entries = await folder.list(path, (problem) => void problems.push(problem));
  return {
    entries: entries?.map(
      ({ name, isFolder, fault }) => `${name}${isFolder ? '/' : ''}${fault ? ` ${fault.fault}` : ''}`,
    ),
    problems: problems.map(formatProblem),
  };
}

const OUT = 'is a link that leads out of the station folder: put the file or folder itself there';

test('each entry that cannot be used says why, and its neighbours are there', async () => {
  await symlink('/nowhere', join(root, 'part', 'lost'));
  await symlink('circle', join(root, 'part', 'circle'));
  await symlink(join(home, 'secret.txt'), join(root, 'part', 'out'));
  await symlink('good.txt', join(root, 'part', 'inside'));
  await symlink('inner', join(root, 'part', 'inside-folder'));
  execFileSync('mkfifo', [join(root, 'part', 'pipe')]);
  await writeFile(join(root, 'part', 'half.mp3.part'), '');
  expect(await list('part')).toEqual({
    problems: [],
    entries: [
      'circle is a link that leads nowhere',
      'good.txt',
      'inner/',
      'inside',
      'inside-folder/',
      'lost is a link that leads nowhere',
      `out ${OUT}`,
      'pipe is neither a file nor a folder',
    ],
  });
});

test('a part that is not there is empty; one that cannot be listed is unknown, and reported', async () => {
  expect(await list('none')).toEqual({ entries: [], problems: [] });
  await writeFile(join(root, 'words'), '');
  expect(await list('words')).toEqual({ entries: undefined, problems: ['words: expected a folder'] });
  await symlink(home, join(root, 'out'));
  expect(await list('out')).toEqual({ entries: undefined, problems: [`out: ${OUT}`] });
});

test('a station folder that is a link itself is as good as any', async () => {
  await symlink(root, join(home, 'linked'));
  folder = new StationFolder(join(home, 'linked'));
  expect((await list('part')).entries).toEqual(['good.txt', 'inner/']);
  expect(await folder.readText('part/good.txt')).toEqual({ text: 'good' });
});

test('a text is read from a file that lies inside, and from nothing else', async () => {
  await symlink(join(home, 'secret.txt'), join(root, 'out.txt'));
  await symlink(home, join(root, 'part', 'up'));
  await symlink('part/good.txt', join(root, 'inside.txt'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  expect(await folder.readText('part/good.txt')).toEqual({ text: 'good' });
  expect(await folder.readText('inside.txt')).toEqual({ text: 'good' });
  expect(await folder.readText('out.txt')).toMatchObject({ fault: OUT });
  expect(await folder.readText('part/up/secret.txt')).toMatchObject({ fault: OUT });
  expect(await folder.readText('pipe')).toMatchObject({ fault: 'expected a file' });
  expect(await folder.readText('part')).toMatchObject({ fault: 'expected a file' });
  expect(await folder.readText('none')).toMatchObject({ fault: 'is gone', kind: 'gone' });
  await writeFile(join(root, 'long'), Buffer.alloc(1024 * 1024 + 1));
  expect(await folder.readText('long')).toMatchObject({ fault: 'expected a text of at most 1 MB' });
});

test('a file is looked at without being read whole; a socket is none', async () => {
  expect(await folder.look('part/good.txt', 5)).toMatchObject({
    sizeBytes: 7,
    head: Buffer.from('\ufeffgo'),
  });
  expect(await folder.look('part/good.txt', 0)).toMatchObject({ head: Buffer.alloc(0) });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(root, 'door'), resolve));
  expect(await folder.look('door', 1)).toMatchObject({ fault: 'expected a file' });
  await new Promise((resolve) => server.close(resolve));
});

test('what counts is where the opened file lies, whatever its folder has become since', async () => {
  const path = join(root, 'part', 'secret.txt');
  await writeFile(path, 'harmless');
  const before = await openRegularFile(path, root);
  if ('fault' in before) throw new Error(before.fault);
  await rename(join(root, 'part'), join(root, 'moved'));
  await symlink(home, join(root, 'part'));
  expect((await before.handle.readFile()).toString()).toBe('harmless');
  await before.handle.close();
  expect(await openRegularFile(path, root)).toMatchObject({ fault: OUT });
});

// Only Linux has names of any bytes.
test.runIf(process.platform === 'linux')(
  '[R206] what has a name that is no UTF-8 is told, and not taken for gone',
  async () => {
    const below = (name: string) =>
      Buffer.concat([Buffer.from(`${join(root, 'part')}/`), Buffer.from(name, 'latin1')]);
    await writeFile(below('\xe9t\xe9.txt'), 'lost');
    await mkdir(below('\xff'));
    await writeFile(join(root, 'part', '\ufffd!.txt'), 'the sign itself');
    const fault = 'has a name that is not UTF-8: rename it';
    for (const path of ['part/\ufffdt\ufffd.txt', 'part/\ufffd', 'part/\ufffd/below.txt'])
      expect(await folder.look(path, 0)).toMatchObject({ fault });
    expect(await list('part/\ufffd')).toEqual({ entries: undefined, problems: [`part/\ufffd: ${fault}`] });
    expect(await folder.readText('part/\ufffd!.txt')).toEqual({ text: 'the sign itself' });
    expect(await folder.look('part/\ufffd gone.txt', 0)).toMatchObject({ kind: 'gone' });
  },
);
