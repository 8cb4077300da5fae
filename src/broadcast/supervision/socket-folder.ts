import { createHash } from 'node:crypto';
import { chmodSync, existsSync, globSync, lstatSync, mkdirSync, rmSync, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasErrorCode, isNothingThere } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';

/**
 * Longest path of the folder: the kernel allows 107 bytes for a unix socket, and the longest name in the
 * folder takes 30.
 */
const FOLDER_BYTES_MAX = 76;

/**
 * Returns where an instance's unix sockets lie: in DATA_DIR, or in the system's temporary folder when that
 * path is too long.
 */
export function socketFolder(folder: DataFolder): string {
  if (Buffer.byteLength(folder.run) <= FOLDER_BYTES_MAX) return folder.run;
  const name = createHash('sha256').update(folder.root).digest('hex').slice(0, 16);
  return join(tmpdir(), `onde-${name}`);
}

/** Returns the socket at which `onde reload` finds the instance. */
export function controlSocket(folder: DataFolder): string {
  return join(socketFolder(folder), 'control.sock');
}

/**
 * Makes the folder, open to this account alone, and removes what a killed instance left in it. Only for the holder of
 * the instance lock.
 * @throws {OperatorError} when its place belongs to another account
 */
export function prepareSocketFolder(folder: DataFolder): string {
  const path = socketFolder(folder);
  openToUsAlone(path);
  for (const name of globSync('*.sock', { cwd: path })) rmSync(join(path, name), { force: true });
  return path;
}

/**
 * Makes the folder again after somebody has removed it, as what clears a temporary folder does; false where DATA_DIR
 * itself is away, as with its disk.
 * @throws {OperatorError} when another account has made one there meanwhile
 */
export function remakeSocketFolder(folder: DataFolder): boolean {
  if (!existsSync(folder.lock)) return false;
  openToUsAlone(socketFolder(folder));
  return true;
}

/** @throws {OperatorError} when something else is there, or it belongs to another account */
function openToUsAlone(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
  if (!isOwnFolder(lstatSync(path)))
    throw new OperatorError(
      `${path} is no folder of the account that runs Onde.`,
      'Remove it, or give it to that account. Where neither can be, choose a DATA_DIR with a shorter path.',
    );
  chmodSync(path, 0o700);
}

/**
 * Who has a socket now: a folder that was cleared away is free for any account of the machine, and what is asked there
 * holds members' tokens [W244].
 */
export async function holderOf(socketPath: string): Promise<'us' | 'nobody' | 'another'> {
  try {
    if (!isOwnFolder(await lstat(dirname(socketPath)))) return 'another';
    return isOwn(await lstat(socketPath)) ? 'us' : 'another';
  } catch (error) {
    if (isNothingThere(error)) return 'nobody';
    throw error;
  }
}

function isOwnFolder(found: Stats): boolean {
  return found.isDirectory() && isOwn(found);
}

function isOwn({ uid }: Stats): boolean {
  return process.getuid === undefined || uid === process.getuid();
}
