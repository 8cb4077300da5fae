import { isUtf8 } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type DatabasePlace, type OnProgress, snapshotDatabase } from '#src/db/copies/snapshot.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { isWithin } from '#src/platform/settings/own-folders.ts';
import { BACKUP_FORMAT, type BackupHead, DATABASE, OTHER_NAMES } from './backup-format.ts';
import type { BackupPlace, WrittenBackup } from './backup-place.ts';
import { compress } from './compress.ts';
import { explainFailure } from './explain-failure.ts';
import { openBackup } from './open-backup.ts';
import { refuseStopped, takeScratch } from './scratch.ts';
import { seal } from './seal.ts';
import { type Chunks, fromWebStream } from './web-streams.ts';
import { type Part, writeArchive } from './write-archive.ts';

export interface BackupOptions {
  readonly database: DatabasePlace;
  readonly folder: DataFolder;
  /** BACKUP_KEY; null: not encrypted. */
  readonly key: string | null;
  readonly place: BackupPlace;
  readonly name: string;
  /** Rendered media too: they can be made again from the station folder. */
  readonly withMedia: boolean;
  readonly nowMs: number;
  readonly onProgress?: OnProgress;
  /** Ends it, with nothing left. */
  readonly signal?: AbortSignal;
}

export interface MadeBackup {
  readonly name: string;
  readonly bytes: number;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Writes a backup while the radio runs, opens it again and proves it. It has its name only afterwards: what has a name
 * is whole.
 * @throws {OperatorError} for what the operator mends
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  try {
    return await make(options);
  } catch (error) {
    refuseStopped(options.signal);
    const isPostgres = options.database.databaseUrl !== null;
    throw explainFailure(error, { place: options.place.name, scratch: options.folder.scratch, isPostgres });
  }
}

async function make(options: BackupOptions): Promise<MadeBackup> {
  const { database, folder, key, place, name, nowMs, signal } = options;
  const onProgress: OnProgress = (...progress) => {
    refuseStopped(signal);
    options.onProgress?.(...progress);
  };
  await using scratch = await takeScratch(folder);
  const copy = join(scratch.path, DATABASE);
  // First the database, then the journal, which then lacks nothing that the database has drained of it.
  const { engine, migrations, rows } = await snapshotDatabase(database, copy, onProgress);
  const parts = [{ path: DATABASE, file: copy, isOptional: false }, ...(await filesOf(options))];
  const head: BackupHead = {
    format: BACKUP_FORMAT,
    madeAt: new Date(nowMs).toISOString(),
    engine,
    migrations: [...migrations],
    withMedia: options.withMedia,
  };
  let written: WrittenBackup | null = null;
  const onBytes = counted('written', onProgress, signal);
  const archive = fromWebStream(writeArchive({ head, rows, parts, onBytes }));
  await pipeline(archive, compress(), seal(key), async (chunks: Chunks) => {
    written = await place.write(name, chunks);
  });
  // Awaited here: the scratch folder goes with this function.
  return await prove(written, { key, name, scratch: scratch.path, onProgress, signal });
}

async function prove(
  written: WrittenBackup | null,
  {
    key,
    name,
    scratch,
    onProgress,
    signal,
  }: {
    key: string | null;
    name: string;
    scratch: string;
    onProgress: OnProgress;
    signal: AbortSignal | undefined;
  },
): Promise<MadeBackup> {
  if (written === null) throw new Error('a backup was written to nowhere');
  try {
    const file = await written.fetch(scratch, signal);
    const onBytes = counted('proved', onProgress, signal);
    const folder = join(scratch, 'proof');
    const { manifest } = await openBackup(file, { key, folder, onBytes, isForProof: true });
    refuseStopped(signal);
    await written.keep();
    return { name, bytes: written.bytes, rows: manifest.rows };
  } catch (error) {
    await written.discard().catch(() => {});
    throw error;
  }
}

/** What of DATA_DIR cannot be made again, beside the database. */
async function filesOf({ folder, withMedia }: BackupOptions): Promise<Part[]> {
  const trees = [folder.journal, folder.lastGood, ...(withMedia ? [folder.media] : [])];
  const inTrees = await Promise.all(trees.map((tree) => filesBelow(Buffer.from(tree))));
  const [all, others] = partition(inTrees.flat());
  // What the import has not finished changes while it is read, and is made anew anyway.
  const named = all.filter((file) => !isWithin(folder.drafts, file));
  const plain = [folder.secret, folder.toldSegments, ...named].map((file) => ({
    path: relative(folder.root, file).split(sep).join('/'),
    file,
    isOptional: true,
  }));
  const rootBytes = Buffer.byteLength(join(folder.root, sep));
  const numbered = others.map((file, at) => ({
    path: `${OTHER_NAMES}/${at}`,
    file,
    was: file.subarray(rootBytes),
    isOptional: true,
  }));
  return [...plain, ...numbered];
}

/** Paths that are text, and those that are none. */
function partition(paths: readonly Buffer[]): [string[], Buffer[]] {
  return [
    paths.filter((path) => isUtf8(path)).map((path) => path.toString()),
    paths.filter((path) => !isUtf8(path)),
  ];
}

/** All files below a folder, in order, by the bytes of their paths: as text a name may be another file's, or nobody's. */
async function filesBelow(folder: Buffer): Promise<Buffer[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
    const below = entries
      .toSorted((one, other) => Buffer.compare(one.name, other.name))
      .map((entry) => {
        const path = Buffer.concat([folder, Buffer.from(sep), entry.name]);
        if (entry.isDirectory()) return filesBelow(path);
        return entry.isFile() ? [path] : [];
      });
    return (await Promise.all(below)).flat();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

const MEGABYTE = 1_000_000;

function counted(
  what: string,
  onProgress: OnProgress,
  signal: AbortSignal | undefined,
): (bytes: number, path: string) => void {
  let total = 0;
  return (bytes, path) => {
    refuseStopped(signal);
    const before = Math.floor(total / MEGABYTE);
    total += bytes;
    if (Math.floor(total / MEGABYTE) > before)
      onProgress(Math.floor(total / MEGABYTE), null, `${path} (${what})`);
  };
}
