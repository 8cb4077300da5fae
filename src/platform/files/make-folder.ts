import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing, one by one: where none can be made, as below /proc, Node's own
 * `recursive` tries for ever.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

/**
 * The same on a disk that may keep one waiting, of another machine for instance. Gives the uppermost folder that was
 * made; null where all were there.
 */
export async function makeFolderAside(path: string): Promise<string | null> {
  if (await isFolderAside(path)) return null;
  const above = dirname(path);
  const uppermost = above === path ? null : await makeFolderAside(above);
  try {
    await mkdir(path);
  } catch (error) {
    if (!(await isFolderAside(path))) throw error;
    return uppermost;
  }
  return uppermost ?? path;
}

async function isFolderAside(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
