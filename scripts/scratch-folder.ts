import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Linux keeps this folder in memory. */
const IN_MEMORY = '/dev/shm';
const PREFIX = 'onde-test-';
/** Several times what a run writes at once. */
const ROOM_BYTES = 2 * 1024 ** 3;

/** A folder for all that tests write, gone when it is disposed of. */
export interface ScratchFolder extends Disposable {
  /** What else the environment of the tests holds; empty where only a disk has room. */
  readonly environment: { TMPDIR?: string };
}

/**
 * In memory, where there is room: the hundreds of databases that tests make and drop cost PostgreSQL a third there of
 * what they cost on a disk.
 */
export function openScratchFolder(): ScratchFolder {
  if (!hasRoom()) return { environment: {}, [Symbol.dispose]: () => {} };
  removeLeft();
  const folder = join(IN_MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  // PostgreSQL runs as a user of its own and must get to its folder within.
  chmodSync(folder, 0o711);
  return {
    environment: { TMPDIR: folder },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > ROOM_BYTES;
  } catch {
    return false;
  }
}

/** A run that was killed took nothing away. */
function removeLeft(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const run = Number(name.slice(PREFIX.length));
    if (name.startsWith(PREFIX) && !isRunning(run))
      rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
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
