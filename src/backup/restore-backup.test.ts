import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createSqlite } from '#src/db/copies/snapshot.ts';
import { migrations } from '#src/db/migrations/migrations.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { folderPlace } from './backup-place.ts';
import { type BackupOptions, makeBackup } from './make-backup.ts';
import { backUpNightly } from './nightly.ts';
import { restoreBackup } from './restore-backup.ts';

const JOURNAL = '2026-11-21.jsonl';

/**
 * A folder with a backup of a small station in it.
 * @param others names below `last-good`, by what is in the files
 */
async function aBackup(
  others: Readonly<Record<string, Buffer>> = {},
): Promise<{ root: string; file: string }> {
  const root = await mkdtemp(join(tmpdir(), 'onde-restore-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const folder = dataFolder(join(root, 'data'));
  await mkdir(folder.journal, { recursive: true });
  await writeFile(join(folder.journal, JOURNAL), '{}\n');
  for (const [content, name] of Object.entries(others)) {
    const path = Buffer.concat([Buffer.from(`${folder.lastGood}/`), name]);
    await mkdir(path.subarray(0, path.lastIndexOf('/')), { recursive: true });
    await writeFile(path, content);
  }
  await createSqlite(
    folder.database,
    Object.keys(migrations(createLogger({ level: 'silent', part: 'test' }))).sort(),
  );
  await backUp(root, 'one.backup', 25);
  return { root, file: join(root, 'one.backup') };
}

function backUp(root: string, name: string, day: number, more: Partial<BackupOptions> = {}) {
  const folder = dataFolder(join(root, 'data'));
  return makeBackup({
    database: { databaseUrl: null, sqlitePath: folder.database },
    folder,
    key: null,
    place: folderPlace(root),
    name,
    withMedia: false,
    nowMs: Date.UTC(2026, 10, day),
    ...more,
  });
}

test('[R197] a station whose database is damaged hears that of its backup', async () => {
  const { root } = await aBackup();
  const folder = dataFolder(join(root, 'data'));
  const again = () => backUp(root, 'two.backup', 26);
  const damaged = { message: expect.stringMatching(/is damaged: the backup/), remedy: expect.any(String) };
  const sound = await readFile(folder.database);
  const pageBytes = sound.readUInt16BE(16);
  using database = new DatabaseSync(folder.database);
  const row = database.prepare("select rootpage from sqlite_schema where name = 'users'").get();
  database.close();
  // The head of a page of rows: there is free space from behind its end on. Rows can still be counted.
  const hurt = Buffer.from(sound);
  hurt.writeUInt16BE(pageBytes - 1, (Number(row?.rootpage) - 1) * pageBytes + 1);
  await writeFile(folder.database, hurt);
  await expect(again()).rejects.toMatchObject(damaged);
  await writeFile(folder.database, Buffer.alloc(4 * pageBytes, 'x'));
  await expect(again()).rejects.toMatchObject(damaged);
  expect(await readdir(root)).not.toContain('two.backup');
});

/** Brings the file as an object store does. */
const bringing = (file: string, onBring: (folder: string) => Promise<void> = async () => {}) => {
  return async (folder: string) => {
    await onBring(folder);
    const local = join(folder, 'brought.backup');
    await writeFile(local, await readFile(file));
    return local;
  };
};

test('[R199] a backup from elsewhere is brought into the place that it goes to, and nothing of that stays', async () => {
  const { root, file } = await aBackup();
  const to = join(root, 'to');
  let during: string[] = [];
  const onBring = async (folder: string) => {
    expect(folder.startsWith(join(to, '.restore-'))).toBe(true);
    during = await readdir(root);
  };
  await restoreBackup({ file: bringing(file, onBring), key: null, to });
  // A disk of its own is all that a container has.
  expect(during.sort()).toEqual(['data', 'one.backup', 'to']);
  expect((await readdir(to)).sort()).toEqual(['instance.lock', 'journal', 'onde.sqlite']);
  expect(await readdir(dataFolder(to).journal)).toEqual([JOURNAL]);
});

test('[R199] where it is wanted, nobody is signed in at a station that was put back, and no link for a new password counts', async () => {
  const { root } = await aBackup();
  const folder = dataFolder(join(root, 'data'));
  {
    using database = new DatabaseSync(folder.database, { enableForeignKeyConstraints: false });
    database.exec(`
      insert into sessions (id, user_id, token_hash, device, created_ms, used_ms, expires_ms)
        values ('s', 'u', 'h', '', 1, 1, 2);
      insert into email_tokens (token_hash, user_id, purpose, expires_ms) values ('a', 'u', 'reset', 2);
      insert into email_tokens (token_hash, user_id, purpose, expires_ms) values ('b', 'v', 'validate', 2);
    `);
  }
  await backUp(root, 'two.backup', 26);
  const to = join(root, 'to');
  const file = join(root, 'two.backup');
  const { manifest } = await restoreBackup({ file, key: null, to, signOut: true });
  expect(manifest.rows).toMatchObject({ sessions: 1, email_tokens: 2 });
  using database = new DatabaseSync(dataFolder(to).database);
  const ids = (sql: string) => database.prepare(sql).all().flatMap(Object.values);
  expect(ids('select id from sessions')).toEqual([]);
  expect(ids('select token_hash from email_tokens')).toEqual(['b']);
  expect((await readdir(to)).sort()).toEqual(['instance.lock', 'journal', 'onde.sqlite']);
});

test('[R199] nothing is brought for a place that is used, and what cannot be brought leaves nothing', async () => {
  const { root, file } = await aBackup();
  let brought = 0;
  const counting = bringing(file, async () => {
    brought += 1;
  });
  await expect(restoreBackup({ file: counting, key: null, to: join(root, 'data') })).rejects.toThrow(
    /is used: it holds/,
  );
  expect(brought).toBe(0);
  const to = join(root, 'to');
  const failing = bringing(file, async (folder) => {
    await writeFile(join(folder, 'half'), 'half');
    throw new OperatorError('the store has gone', '');
  });
  await expect(restoreBackup({ file: failing, key: null, to })).rejects.toThrow('the store has gone');
  expect(await readdir(root)).not.toContain('to');
  // A mounted disk stays, and what a killed one has left there counts for nothing.
  await mkdir(join(to, '.restore-4711-brought'), { recursive: true });
  await expect(restoreBackup({ file: failing, key: null, to })).rejects.toThrow('the store has gone');
  expect(await readdir(to)).toEqual([]);
  await restoreBackup({ file, key: null, to });
  expect(await readdir(to)).not.toContainEqual(expect.stringContaining('.restore-'));
});

test('[R199] what a backup leaves that found no station there does not keep one from being put back', async () => {
  const { root, file } = await aBackup();
  const to = join(root, 'to');
  const folder = dataFolder(to);
  const nightly = {
    database: { databaseUrl: null, sqlitePath: folder.database },
    folder,
    key: null,
    place: folderPlace(join(root, 'nightly')),
    withMedia: false,
    nowMs: Date.UTC(2026, 10, 25),
    keep: 2,
  };
  await expect(backUpNightly(nightly)).rejects.toThrow('There is no database');
  expect((await readdir(to)).sort()).toEqual(['backup.json', 'backup.lock', 'scratch']);
  // Somebody's own folder of that name would be cleared away by the next backup.
  await writeFile(join(folder.scratch, 'mine'), '');
  await expect(restoreBackup({ file, key: null, to })).rejects.toThrow(/is used: it holds scratch\./);
  await rm(join(folder.scratch, 'mine'));
  await restoreBackup({ file, key: null, to });
  expect(await readdir(to)).toContain('onde.sqlite');
});

test('[R199] what a start leaves that found its port taken, and a check, does not keep one from being put back', async () => {
  const { root, file } = await aBackup();
  const to = join(root, 'to');
  const { lock, run, cache } = dataFolder(to);
  for (const folder of [run, cache]) await mkdir(folder, { recursive: true });
  await writeFile(lock, '');
  await writeFile(join(cache, 'podcast-episodes.json'), '[]');
  for (const folder of [run, cache]) {
    await writeFile(join(folder, 'mine'), '');
    await expect(restoreBackup({ file, key: null, to })).rejects.toThrow(
      `is used: it holds ${basename(folder)}.`,
    );
    await rm(join(folder, 'mine'));
  }
  await restoreBackup({ file, key: null, to });
  expect(await readdir(to)).toContain('onde.sqlite');
});

test('[R199] two restores do not meet in one place: the second one is refused, and the first one comes through', async () => {
  const { root, file } = await aBackup();
  const to = join(root, 'to');
  const meeting = bringing(file, async () => {
    await expect(restoreBackup({ file, key: null, to })).rejects.toThrow(/is in use: another restore/);
  });
  await restoreBackup({ file: meeting, key: null, to });
  expect((await readdir(to)).sort()).toEqual(['instance.lock', 'journal', 'onde.sqlite']);
  await expect(restoreBackup({ file, key: null, to })).rejects.toThrow(/is used: it holds/);
});

test('[R199] a disk that is full while the database goes elsewhere is told, with the place that needs room', async () => {
  const { root, file } = await aBackup();
  const to = join(root, 'to');
  const fill = async (path: string) => {
    using database = new DatabaseSync(path);
    database.exec('pragma max_page_count = 1; create table full as select randomblob(1000000)');
  };
  const unwrapped = { refuseUsed: async () => {}, take: fill };
  const wrapped = {
    refuseUsed: async () => {},
    take: (path: string) =>
      fill(path).catch((cause: unknown) => {
        throw new OperatorError('The move was interrupted.', 'Run it again.', { cause });
      }),
  };
  for (const database of [unwrapped, wrapped])
    await expect(restoreBackup({ file, key: null, to, database })).rejects.toMatchObject({
      message: 'A disk is full: the backup was not put back.',
      remedy: expect.stringContaining(to),
    });
  expect(await readdir(root)).not.toContain('to');
});

// Only Linux has names of any bytes.
test.runIf(process.platform === 'linux')(
  '[W202] a file whose name is no UTF-8 is in the backup, and comes back under the same bytes',
  async () => {
    const others = {
      file: Buffer.from('ete \xff.yaml', 'latin1'),
      'another of the same look': Buffer.from('ete \xfe.yaml', 'latin1'),
      below: Buffer.from('podcasts/\xe9t\xe9/show.yaml', 'latin1'),
      'the sign itself': Buffer.from('ete \ufffd.yaml'),
    };
    const { root, file } = await aBackup(others);
    const to = join(root, 'to');
    await restoreBackup({ file, key: null, to });
    expect((await readdir(to)).sort()).toEqual(['instance.lock', 'journal', 'last-good', 'onde.sqlite']);
    for (const [content, name] of Object.entries(others)) {
      const path = Buffer.concat([Buffer.from(`${dataFolder(to).lastGood}/`), name]);
      expect(await readFile(path, 'utf8')).toBe(content);
    }
  },
);

test('[R198] media that a backup takes along are proved without a second copy of them, and drafts stay out', async () => {
  const { root } = await aBackup();
  const { media, scratch } = dataFolder(join(root, 'data'));
  await mkdir(join(media, 'drafts'), { recursive: true });
  await writeFile(join(media, 'one.m4a'), randomBytes(3_000_000));
  await writeFile(join(media, 'drafts', '4711-1.m4a'), 'half');
  const copied = new Set<string>();
  const onProgress: BackupOptions['onProgress'] = (_done, _total, what) => {
    if (!what.endsWith('(proved)')) return;
    copied.add(what);
    for (const entry of readdirSync(scratch, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) copied.add(entry.name);
  };
  await backUp(root, 'media.backup', 26, { withMedia: true, onProgress });
  expect([...copied].sort()).toEqual(['media/one.m4a (proved)', 'onde.sqlite']);
  const to = join(root, 'to');
  await restoreBackup({ file: join(root, 'media.backup'), key: null, to });
  expect(await readdir(dataFolder(to).media)).toEqual(['one.m4a']);
});
