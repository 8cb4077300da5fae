import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { folderPlace } from '#src/backup/backup-place.ts';
import { backUpNightly } from '#src/backup/nightly.ts';
import { restoreBackup } from '#src/backup/restore-backup.ts';
import { takeScratch } from '#src/backup/scratch.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { migrations } from '#src/db/migrations/migrations.ts';
import { type DatabaseOptions, openDatabase } from '#src/db/open-database.ts';
import { createPostgresPool, TranslatingPostgresDialect } from '#src/db/postgres/postgres-dialect.ts';
import type { DatabaseSchema } from '#src/db/schema/database-schema.ts';
import { NodeSqliteDialect } from '#src/db/sqlite/sqlite-dialect.ts';
import { COPY_UNDER_WAY, newestProvedMs, readLastBackup } from '#src/platform/last-backup/last-backup.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { ObjectStore } from '#src/platform/object-store/object-store.ts';
import { ACCESS, startStore } from '#src/platform/object-store/testing/start-store.ts';
import { type DataFolder, dataFolder } from '#src/platform/settings/data-folder.ts';
import { allRows, fillDatabase } from '../support/filled-database.ts';
import { ended, ONDE, runOnde, startOnde } from '../support/run-onde.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const PLAYS = 4_000;
const KEY = 'correct horse battery staple';
/** Gives a program a terminal. */
const SCRIPT = '/usr/bin/script';
/** How often a backup is killed; `ONDE_BACKUP_KILLS=20` for a long look. */
const KILLS = Number(process.env.ONDE_BACKUP_KILLS ?? 3);
const logger = createLogger({ level: 'silent', part: 'test' });

let root: string;
let folder: DataFolder;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'onde-backup-'));
  folder = dataFolder(join(root, 'data'));
  await mkdir(folder.journal, { recursive: true });
  await writeFile(join(folder.journal, '2026-11-21.jsonl'), '{"kind":"play"}\n');
  await writeFile(folder.secret, `${'ab'.repeat(32)}\n`);
  database = await createTestDatabase('migrated');
  if (database.options.databaseUrl === null) await cp(database.options.sqlitePath, folder.database);
  db = await openDatabase(options());
  await fillDatabase(db, { plays: PLAYS });
});
afterAll(async () => {
  await db.destroy();
  await database[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

function options(): DatabaseOptions {
  return { ...database.options, sqlitePath: folder.database };
}

function settings(more: Record<string, string> = {}): Record<string, string> {
  const { databaseUrl } = database.options;
  return { DATA_DIR: folder.root, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }), ...more };
}

async function rowsIn(data: string): Promise<Record<string, string[]>> {
  const { database: sqlitePath } = dataFolder(data);
  await using restored = await openDatabase({ databaseUrl: null, sqlitePath, logger });
  return await allRows(restored);
}

test('[R198, R199] a backup that is made while others write holds one instant, and comes back with all else', async () => {
  const writing = new AbortController();
  const written = (async () => {
    let pairs = 0;
    // What the embedded database does takes no turn of the event loop by itself.
    for (; !writing.signal.aborted; pairs += 1, await setImmediate())
      await db.transaction().execute(async (trx) => {
        // Both or neither: half a pair in the backup would be a state that never was.
        for (const nonce of [`${pairs} a`, `${pairs} b`])
          await trx.insertInto('spent_proofs').values({ nonce, expires_ms: 1 }).execute();
      });
    return pairs;
  })();
  const file = join(root, 'one.backup');
  const made = await runOnde(['backup', file], settings());
  writing.abort();
  expect(await written).toBeGreaterThan(0);
  expect(made).toMatchObject({ how: 0, told: '' });
  expect(made.printed).toContain(`(plays: ${PLAYS}, members: 3)`);

  const beside = join(root, 'beside');
  expect(await runOnde(['restore', file, '--to', beside], settings())).toMatchObject({ how: 0, told: '' });
  const { spent_proofs: proofs = [], ...rows } = await rowsIn(beside);
  const { spent_proofs: _, ...source } = await allRows(db);
  expect(proofs.length % 2).toBe(0);
  expect(rows).toEqual(source);
  expect(await readFile(dataFolder(beside).secret, 'utf8')).toBe(await readFile(folder.secret, 'utf8'));
  expect(await readdir(dataFolder(beside).journal)).toEqual(['2026-11-21.jsonl']);
  // A number that was given before is not given again.
  await using restored = await openDatabase({
    databaseUrl: null,
    sqlitePath: dataFolder(beside).database,
    logger,
  });
  const comment = { song_id: 1, user_id: null, comment: '', created_ms: 1 };
  const next = await restored
    .insertInto('comments')
    .values(comment)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(next.id).toBe(4);
  expect(await readdir(folder.scratch)).toEqual([]);
});

test.skipIf(!existsSync(SCRIPT))(
  '[R199] a restore in a terminal shows how far it is, and ends well',
  async () => {
    const file = join(root, 'shown.backup');
    const long = join(folder.journal, '2026-11-20.jsonl');
    await writeFile(long, '{"kind":"play"}\n'.repeat(100_000));
    expect(await runOnde(['backup', file], settings())).toMatchObject({ how: 0 });
    await rm(long);
    const to = join(root, 'shown');
    const words = [process.execPath, ONDE, 'restore', file, '--to', to];
    const terminal = spawn(SCRIPT, ['-qec', words.map((word) => `'${word}'`).join(' '), '/dev/null'], {
      env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...settings() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { how, printed } = await ended(terminal);
    expect({ how, printed }).toEqual({ how: 0, printed: expect.stringContaining(' 1 MB in 0:0') });
    expect((await rowsIn(to)).plays).toHaveLength(PLAYS);
  },
);

test('[R213] a backup into a file of somebody’s choice counts as the newest proved one, and for no night', async () => {
  expect(await runOnde(['backup', join(root, 'by-hand.backup')], settings())).toMatchObject({ how: 0 });
  const last = await readLastBackup(folder.lastBackup);
  expect(last).toMatchObject({ triedMs: null, proved: null, failing: null });
  expect(Math.abs((last && newestProvedMs(last, Date.now())) ?? 0)).toBeGreaterThan(Date.now() - HOUR_MS);
});

test('[R196, R197] a backup of the night is kept with as many before it as are wanted, and its result is written down', async () => {
  const nightly = join(root, 'nightly');
  await mkdir(nightly);
  const earlier = ['onde-20200101T031500Z.backup', 'onde-20200102T031500Z.backup', 'mine.backup'];
  for (const name of earlier) await writeFile(join(nightly, name), 'older');
  const more = { BACKUP_DIR: nightly, BACKUP_KEEP: '2', BACKUP_KEY: KEY };
  expect(await runOnde(['backup'], settings(more))).toMatchObject({ how: 0, told: '' });
  const names = (await readdir(nightly)).sort();
  expect(names).toEqual(['mine.backup', earlier[1], expect.stringMatching(/^onde-\d{8}T\d{6}Z\.backup$/)]);
  const last = await readLastBackup(folder.lastBackup);
  const { begins } = (await folderPlace(nightly).disk?.()) ?? {};
  expect(begins).toBeDefined();
  expect(last).toMatchObject({ failing: null, proved: { name: names[2], on: begins } });
  expect(last?.proved?.bytes).toBe((await stat(join(nightly, names[2] ?? ''))).size);

  const file = join(nightly, names[2] ?? '');
  const to = join(root, 'encrypted');
  await expect(restoreBackup({ file, key: null, to })).rejects.toThrow(/is encrypted/);
  const cut = join(root, 'cut.backup');
  await writeFile(cut, (await readFile(file)).subarray(0, -1));
  await expect(restoreBackup({ file: cut, key: KEY, to })).rejects.toThrow(/cut short/);
  expect(await readdir(root)).not.toContain('encrypted');
  expect(await runOnde(['restore', file, '--to', to], settings(more))).toMatchObject({ how: 0, told: '' });
  expect((await rowsIn(to)).plays).toHaveLength(PLAYS);
});

test('[R196] names of later nights, which a clock that was ahead has left, go before those of earlier ones', async () => {
  const nightly = join(root, 'ahead');
  await mkdir(nightly);
  const later = ['onde-20990101T031500Z.backup', 'onde-20990102T031500Z.backup'];
  for (const name of later) await writeFile(join(nightly, name), 'later');
  const { databaseUrl } = database.options;
  const nowMs = Date.now();
  const makeOne = async (hour: number, keep: number) => {
    const { name } = await backUpNightly({
      database: { databaseUrl, sqlitePath: folder.database },
      folder,
      key: null,
      place: folderPlace(nightly),
      withMedia: false,
      nowMs: nowMs + hour * HOUR_MS,
      keep,
    });
    return { name, stay: (await readdir(nightly)).sort() };
  };
  const first = await makeOne(-3, 2);
  expect(first.stay).toEqual([first.name, later[1]]);
  const second = await makeOne(-2, 2);
  expect(second.stay).toEqual([first.name, second.name]);
  await writeFile(join(nightly, later[0] ?? ''), 'later');
  const third = await makeOne(-1, 1);
  expect(third.stay).toEqual([third.name]);
});

test('[R196] two backups of one second are both kept', async () => {
  const place = join(root, 'one-second');
  const { databaseUrl } = database.options;
  const nowMs = Date.now();
  const make = async () =>
    await backUpNightly({
      database: { databaseUrl, sqlitePath: folder.database },
      folder,
      key: null,
      place: folderPlace(place),
      withMedia: false,
      nowMs,
      keep: 2,
    });
  const made = [await make(), await make()];
  expect((await readdir(place)).sort()).toEqual(made.map(({ name }) => name));
});

test('[R197] a proved backup is no failure where an older one cannot be removed: that is a line of its own', async () => {
  const nightly = join(root, 'locked');
  // Nothing removes a folder in place of a file.
  const names = ['onde-20200101T031500Z.backup', 'onde-20200102T031500Z.backup'];
  await mkdir(join(nightly, names[0] ?? '', 'inside'), { recursive: true });
  await writeFile(join(nightly, names[1] ?? ''), 'older');
  const ran = await runOnde(['backup'], settings({ BACKUP_DIR: nightly, BACKUP_KEEP: '1' }));
  expect(ran).toMatchObject({
    how: 0,
    printed: expect.stringMatching(/: \d+ KB, opened again and proved \(plays: \d+, members: \d+\)\.\n$/),
  });
  expect(ran.told).toMatch(/^The backup is proved, but older ones could not be removed from .*yourself.*\n$/);
  const left = (await readdir(nightly)).sort();
  expect(left).toEqual([names[0], expect.stringMatching(/^onde-\d{8}T\d{6}Z\.backup$/)]);
  expect(await readLastBackup(folder.lastBackup)).toMatchObject({ failing: null, proved: { name: left[1] } });
});

test('[R197] a backup that is refused because another one is under way ends with a code of its own', async () => {
  const before = await readLastBackup(folder.lastBackup);
  await using _other = await takeScratch(folder);
  const refused = await runOnde(['backup'], settings({ BACKUP_DIR: join(root, 'nightly') }));
  expect(refused).toMatchObject({
    how: COPY_UNDER_WAY,
    told: expect.stringMatching(/^Another backup or move .* is under way\.\nWait/),
  });
  expect(await readLastBackup(folder.lastBackup)).toEqual(before);
});

test('[R197] nights that fail leave the backups before them, and say why and since when', async () => {
  const before = await readLastBackup(folder.lastBackup);
  const blocked = join(root, 'no-folder');
  await writeFile(blocked, '');
  const failed = await runOnde(['backup'], settings({ BACKUP_DIR: blocked }));
  expect(failed).toMatchObject({ how: 1, told: expect.stringContaining(blocked) });
  const first = await readLastBackup(folder.lastBackup);
  expect(first?.proved).toEqual(before?.proved);
  expect(first?.failing?.reason).toContain(blocked);
  const { databaseUrl } = database.options;
  const again = backUpNightly({
    database: { databaseUrl, sqlitePath: folder.database },
    folder,
    key: null,
    place: folderPlace(blocked),
    withMedia: false,
    nowMs: Date.now() + 24 * HOUR_MS,
    keep: 2,
  });
  await expect(again).rejects.toThrow();
  expect((await readLastBackup(folder.lastBackup))?.failing?.sinceMs).toBe(first?.failing?.sinceMs);
});

test('[R196, R199] a backup in an object store comes back from there, and is not fetched for a place that is used', async () => {
  const endpoint = await startStore();
  const bucket = 's3://onde/nightly';
  const store = {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: ACCESS.accessKeyId,
    S3_SECRET_ACCESS_KEY: ACCESS.secretAccessKey,
  };
  const made = await runOnde(['backup'], settings({ ...store, BACKUP_DIR: bucket }));
  expect(made).toMatchObject({ how: 0, told: '' });
  const name = (await readLastBackup(folder.lastBackup))?.proved?.name ?? '';
  const to = join(root, 'from-store');
  const before = await readdir(root);
  const address = `${bucket}/${name}`;
  expect(await runOnde(['restore', address, '--to', to], settings(store))).toMatchObject({
    how: 0,
    told: '',
  });
  expect((await rowsIn(to)).plays).toHaveLength(PLAYS);
  expect((await readdir(root)).sort()).toEqual([...before, 'from-store'].sort());
  expect((await readdir(to)).filter((file) => file.startsWith('.'))).toEqual([]);
  const missing = `${bucket}/onde-20200101T031500Z.backup`;
  const used = await runOnde(['restore', missing, '--to', to], settings(store));
  expect(used).toMatchObject({ how: 1, told: expect.stringContaining('is used: it holds') });
});

test('[R199] nothing is put into a place that is used, and nothing is written over', async () => {
  const file = join(root, 'one.backup');
  await expect(restoreBackup({ file, key: null, to: folder.root })).rejects.toThrow(/is used: it holds/);
  const twice = await runOnde(['backup', file], settings());
  expect(twice).toMatchObject({ how: 1, told: expect.stringContaining('is there already') });
  const within = await runOnde(['backup', join(folder.scratch, 'one.backup')], settings());
  expect(within).toMatchObject({ how: 1, told: expect.stringContaining('which Onde clears away') });
  const unmade = join(root, 'backups');
  const unnamed = await runOnde(['backup', `${unmade}/`], settings());
  expect(unnamed).toMatchObject({
    how: 1,
    told: expect.stringMatching(/backups would be a folder, .*\nName a file in it, such as .*backups\/onde-/),
  });
  expect(existsSync(unmade)).toBe(false);
});

test('[R199, W206, W228] nothing is put into the station folder, where Onde clears away, or where a shell was to say', async () => {
  const station = join(root, 'station');
  const file = join(root, 'one.backup');
  const refused = async (words: readonly string[], why: string) => {
    const end = await runOnde(words, settings({ STATION_DIR: station }));
    expect([words, end]).toEqual([
      words,
      expect.objectContaining({ how: 1, told: expect.stringContaining(why) }),
    ]);
  };
  await refused(['backup', join(station, 'one.backup')], 'lies in STATION_DIR');
  await refused(['restore', file, '--to', join(station, 'back')], 'lies in STATION_DIR');
  await refused(['restore', file, '--to', join(folder.scratch, 'back')], 'which Onde clears away');
  await refused(['restore', file, '--to=~/back'], 'a shell alone knows what ~ stands for');
  await refused(['backup', '$HOME/one.backup'], 'a shell alone knows what $HOME stands for');
  for (const address of ['s3://onde/back', 's3:onde/back', 'postgres://onde:secret@localhost/onde'])
    await refused(['restore', file, '--to', address], 'an address of another kind');
  for (const name of ['s3:', 'postgres:']) expect(existsSync(name)).toBe(false);
  expect(await readdir(root)).not.toContain('station');
  for (const name of ['~', '$HOME']) expect(existsSync(name)).toBe(false);
});

test('[R199] a backup that is not there, and a folder in its place, are refused in words', async () => {
  const to = join(root, 'from-nothing');
  const missing = await runOnde(['restore', join(root, 'missing.backup'), '--to', to], settings());
  expect(missing).toMatchObject({
    how: 1,
    told: expect.stringMatching(/^There is no backup at .*\nName a file/),
  });
  const within = await runOnde(['restore', join(root, 'one.backup', 'x'), '--to', to], settings());
  expect(within).toMatchObject({ how: 1, told: expect.stringContaining('There is no backup at ') });
  const file = await runOnde(['restore', root, '--to', to], settings());
  expect(file).toMatchObject({
    how: 1,
    told: expect.stringContaining('is a folder, and no backup.\nName one'),
  });
  expect(await readdir(root)).not.toContain('from-nothing');
});

test('[R198] a database in which no station has begun is refused in words', async () => {
  await using empty = await createTestDatabase('empty');
  const { databaseUrl } = empty.options;
  const data = join(root, 'not-begun');
  await mkdir(data);
  // What a first start that was killed has left.
  if (databaseUrl === null) await writeFile(dataFolder(data).database, '');
  const more = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  const refused = await runOnde(['backup', join(root, 'none.backup')], settings({ DATA_DIR: data, ...more }));
  expect(refused).toMatchObject({
    how: 1,
    told: expect.stringMatching(/^The database .* is empty: no station has begun in it\.\nSee that DATA_DIR/),
  });
  expect(await readdir(root)).not.toContain('none.backup');
});

test(
  '[R198] a backup that is killed leaves none that looks whole, and the next one clears up',
  async () => {
    const place = join(root, 'killed');
    for (let round = 0; round < KILLS; round += 1) {
      const child = startOnde(['backup'], settings({ BACKUP_DIR: place }));
      const end = ended(child);
      // Each round at another moment; a machine under load comes less far, which is another moment too.
      const timer = setTimeout(
        () => child.kill('SIGKILL'),
        300 + (round * 2_000) / KILLS + Math.random() * 400,
      );
      await end;
      clearTimeout(timer);
      for (const name of await readdir(place).catch(() => [])) {
        if (!name.endsWith('.backup')) continue;
        const to = join(root, `killed-${round}-${name}`);
        await restoreBackup({ file: join(place, name), key: null, to });
      }
    }
    expect(await runOnde(['backup'], settings({ BACKUP_DIR: place }))).toMatchObject({ how: 0 });
    expect(await readdir(folder.scratch)).toEqual([]);
  },
  180_000 + KILLS * 30_000,
);

test('[R198, R199] a backup and a restore that are stopped leave no copy of the database, and are no failure', async () => {
  const place = join(root, 'stopped');
  const before = await readLastBackup(folder.lastBackup);
  await mkdir(folder.media, { recursive: true });
  await writeFile(join(folder.media, 'long'), '');
  await truncate(join(folder.media, 'long'), 400_000_000);
  const more = settings({ BACKUP_DIR: place });
  /** Stops a command that has come as far as the line that says so. */
  const stopped = async (words: readonly string[], line: string) => {
    const child = startOnde(words, more);
    child.stdout?.on('data', (text) => String(text).includes(line) && !child.killed && child.kill('SIGINT'));
    expect(await ended(child)).toMatchObject({ how: 130, told: expect.stringMatching(/^Stopped/) });
  };
  for (const what of ['written', 'proved']) {
    await stopped(['backup', '--with-media'], `media/long (${what})`);
    expect([await readdir(folder.scratch), await readdir(place)]).toEqual([[], []]);
  }
  expect(await readLastBackup(folder.lastBackup)).toEqual(before);
  const file = join(root, 'long.backup');
  expect(await runOnde(['backup', '--with-media', file], more)).toMatchObject({ how: 0 });
  await rm(folder.media, { recursive: true });
  const to = join(root, 'stopped-restore');
  await stopped(['restore', file, '--to', to], 'media/long');
  expect(existsSync(to)).toBe(false);
});

test('[R198] a backup that is stopped while its store is slow to give it back waits for nothing', async () => {
  const endpoint = await startStore();
  const reading = Promise.withResolvers<void>();
  // What is asked of a file never comes.
  const slow = createServer((call, reply) => {
    if (call.headers.range !== undefined) return reading.resolve();
    const { method, headers } = call;
    const passed = request(`${endpoint}${call.url}`, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    call.pipe(passed);
  });
  await once(slow.listen(0, '127.0.0.1'), 'listening');
  const { port } = slow.address() as AddressInfo;
  onTestFinished(() => {
    slow.closeAllConnections();
    slow.close();
  });
  const store = {
    BACKUP_DIR: 's3://onde/slow',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: ACCESS.accessKeyId,
    S3_SECRET_ACCESS_KEY: ACCESS.secretAccessKey,
  };
  const child = startOnde(['backup'], settings(store));
  const end = ended(child);
  await reading.promise;
  child.kill('SIGINT');
  expect(await end).toMatchObject({ how: 130, told: expect.stringMatching(/^Stopped/) });
  expect(await readdir(folder.scratch)).toEqual([]);
  const place = new ObjectStore({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: 'slow' });
  expect(await place.list('unproved')).toEqual([]);
});

test('[W171] a database is copied before it is migrated, once, and the copy is what it was', async () => {
  await using old = await createTestDatabase('empty');
  const { databaseUrl } = old.options;
  const home = join(root, 'old');
  await mkdir(home);
  const path = join(home, 'onde.sqlite');
  const names = Object.keys(migrations(logger)).sort();
  const [before = '', last = ''] = names.slice(-2);
  {
    await using earlier = new Kysely<DatabaseSchema>({
      dialect:
        databaseUrl === null
          ? new NodeSqliteDialect(path)
          : new TranslatingPostgresDialect(createPostgresPool(databaseUrl, () => {})),
    });
    const provider = { getMigrations: async () => ({ ...migrations(logger) }) };
    await new Migrator({ db: earlier, provider }).migrateTo(before);
    await earlier.insertInto('spent_proofs').values({ nonce: 'kept', expires_ms: 1 }).execute();
  }
  const lines: unknown[] = [];
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const told = createLogger({ level: 'info', part: 'test', to });
  const opened = { ...old.options, sqlitePath: path, logger: told };
  const both = await Promise.all([openDatabase(opened), openDatabase(opened)]);
  for (const one of both) await one.destroy();
  const brought = { msg: 'Onde brought the database to this version', migrations: last };
  expect(lines).toContainEqual(expect.objectContaining(brought));
  const copies = (await readdir(join(home, 'before-migrations'))).filter((name) => name !== 'lock');
  expect(copies).toEqual([expect.stringMatching(new RegExp(`^before-${last}-\\d{8}T\\d{6}Z\\.sqlite$`))]);
  using copy = new DatabaseSync(join(home, 'before-migrations', copies[0] ?? ''));
  expect(copy.prepare('select nonce from spent_proofs').all()).toEqual([{ nonce: 'kept' }]);
  expect(copy.prepare('select name from kysely_migration order by name desc').get()?.name).toBe(before);
  // Nothing is left to be migrated: nothing is copied.
  await (await openDatabase(opened)).destroy();
  expect((await readdir(join(home, 'before-migrations'))).filter((name) => name.endsWith('.sqlite'))).toEqual(
    copies,
  );
});
