import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps this folder in memory. */
const IN_MEMORY = '/dev/shm';
const PREFIX = 'onde-test-';
/** Several times what a run writes at once. */
const ROOM_BYTES = 2 * 1024 ** 3;

/** A folder for all that tests write, gone when it is disposed of. */
export interface ScratchFolder extends Disposable {
  /** What else the environment of the tests holds. */
  readonly environment: { TMPDIR: string };
}

/**
 * In memory, where there is room: the hundreds of databases that tests make and drop cost PostgreSQL a third
 * there of what they cost on a disk. Nothing of it is anybody else's, neither another user's nor another
 * run's.
 */
export function openScratchFolder(inMemory = IN_MEMORY): ScratchFolder {
  removeLeft(inMemory);
  const folder = (hasRoom(inMemory) ? makeIn(inMemory) : null) ?? makeIn(tmpdir());
  if (folder === null)
    throw new Error(
      `The tests cannot write into ${tmpdir()}. Free space there, or set TMPDIR to another folder.`,
    );
  // PostgreSQL runs as a user of its own and must get to its folder within.
  chmodSync(folder, 0o711);
  return {
    environment: { TMPDIR: folder },
    [Symbol.dispose]: () => remove(folder),
  };
}

/** Null where this user may not write. */
function makeIn(parent: string): string | null {
  try {
    return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  } catch {
    return null;
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) > ROOM_BYTES;
  } catch {
    return false;
  }
}

/** A run that was killed took nothing away. */
function removeLeft(parent: string): void {
  for (const name of namesIn(parent)) {
    const run = Number.parseInt(name.slice(PREFIX.length), 10);
    if (name.startsWith(PREFIX) && !isRunning(run)) remove(join(parent, name));
  }
}

/** What is another user's, or in use, stays: the tests themselves have said how they went. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // The next run tries it again.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
