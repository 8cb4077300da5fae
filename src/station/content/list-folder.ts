import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** What file managers, editors and copying programs leave lying about. */
const LITTER =
  /^[.~]|~$|^(thumbs\.db|desktop\.ini|@eaDir|#recycle)$|\.(part|partial|crdownload|filepart|tmp|swp|bak)$/i;

/** What lies in a folder, by name; nothing when there is none. Links are followed. */
export async function listFolder(path: string): Promise<FolderEntry[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    const kept = entries.filter(({ name }) => !LITTER.test(name));
    const listed = await Promise.all(
      kept.map(async (entry) => ({ name: entry.name, isFolder: await isFolder(path, entry) })),
    );
    return listed.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

async function isFolder(path: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return stat(join(path, entry.name)).then(
    (target) => target.isDirectory(),
    () => false,
  );
}
