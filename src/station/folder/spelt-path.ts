import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns a path from `root` as the disk spells it, for one that somebody typed: a Mac writes an accented letter as two
 * signs, and so do archives that were made on it. One that is not there comes back as it is.
 */
export async function speltPath(root: string, path: string): Promise<string> {
  const isThere = await access(join(root, path)).then(
    () => true,
    () => false,
  );
  if (isThere) return path;
  let spelt = '';
  for (const part of path.split('/')) {
    const names = await readdir(join(root, spelt)).catch((): string[] => []);
    const found = names.includes(part) ? part : names.find((name) => isAlike(name, part));
    spelt = join(spelt, found ?? part);
  }
  return spelt;
}

function isAlike(one: string, other: string): boolean {
  return one.normalize('NFC') === other.normalize('NFC');
}
