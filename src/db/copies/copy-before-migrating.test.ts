import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '#src/platform/log/logger.ts';
import { copyBeforeMigrating, sweepCopies } from './copy-before-migrating.ts';
import { createSqlite } from './snapshot.ts';

test('[W171] the copy that was just made stays, though others are dated later: the clock was ahead once', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-copy-first-'));
  try {
    const sqlitePath = join(root, 'onde.sqlite');
    await createSqlite(sqlitePath, ['001-music']);
    const folder = join(root, 'before-migrations');
    await mkdir(folder);
    const later = ['before-a-20400101T000000Z.sqlite', 'before-b-20400102T000000Z.sqlite'];
    for (const name of later) await writeFile(join(folder, name), '');
    const options = {
      place: { databaseUrl: null, sqlitePath },
      folder,
      pending: async () => ['002-members'],
      nowMs: Date.UTC(2026, 10, 26),
      logger: createLogger({ level: 'silent', part: 'test' }),
    };
    const found = await copyBeforeMigrating(options, () => readdir(folder));
    expect(found.filter((name) => name.endsWith('.sqlite')).sort()).toEqual([
      'before-002-members-20261126T000000Z.sqlite',
      later[1],
    ]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test('[W171] what a copy that was killed has left goes with the next one', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-copy-killed-'));
  try {
    const sqlitePath = join(root, 'onde.sqlite');
    await createSqlite(sqlitePath, ['001-music']);
    const folder = join(root, 'before-migrations');
    await mkdir(folder);
    const part = 'before-002-members-20261125T000000Z.sqlite.part';
    for (const ending of ['', '-journal', '-wal', '-shm']) await writeFile(join(folder, part + ending), '');
    const options = {
      place: { databaseUrl: null, sqlitePath },
      folder,
      pending: async () => ['002-members'],
      nowMs: Date.UTC(2026, 10, 26),
      logger: createLogger({ level: 'silent', part: 'test' }),
    };
    const found = await copyBeforeMigrating(options, () => readdir(folder));
    expect(found.sort()).toEqual(['before-002-members-20261126T000000Z.sqlite', 'lock']);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test('[W240] a copy goes after thirty days, and nothing else that lies there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-copies-'));
  try {
    const kept = ['before-002-members-20261101T120001Z.sqlite', 'before-my-own.sqlite', 'lock', 'notes.txt'];
    const old = 'before-001-music-20261101T120000Z.sqlite';
    for (const name of [...kept, old, `${old}.part`, `${old}.part-wal`])
      await writeFile(join(folder, name), '');
    await sweepCopies(folder, Date.UTC(2026, 11, 1, 12));
    expect((await readdir(folder)).sort()).toEqual(kept);
    await sweepCopies(join(folder, 'none'), 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
