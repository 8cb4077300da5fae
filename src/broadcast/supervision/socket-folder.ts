import { createHash } from 'node:crypto';
import { chmodSync, existsSync, globSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
 * @throws {OperatorError} when the place in the temporary folder belongs to another account
 */
export function prepareSocketFolder(folder: DataFolder): string {
  const path = socketFolder(folder);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory() || (process.getuid && found.uid !== process.getuid())) {
    throw new OperatorError(
      `${path} belongs to another account.`,
      'Remove it, or choose a DATA_DIR with a shorter path.',
    );
  }
  chmodSync(path, 0o700);
  for (const name of globSync('*.sock', { cwd: path })) rmSync(join(path, name), { force: true });
  return path;
}

/**
 * Makes the folder again after somebody has removed it, as what clears a temporary folder does; false where DATA_DIR
 * itself is away, as with its disk.
 */
export function remakeSocketFolder(folder: DataFolder): boolean {
  if (!existsSync(folder.lock)) return false;
  mkdirSync(socketFolder(folder), { recursive: true, mode: 0o700 });
  return true;
}
