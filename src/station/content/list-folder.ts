import { readdir } from 'node:fs/promises';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** What lies in a folder, by name; nothing when there is none. Hidden files, and what editors leave behind, are left out. */
export async function listFolder(path: string): Promise<FolderEntry[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .filter(({ name }) => !isLeftover(name))
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

function isLeftover(name: string): boolean {
  return /^[.~]|~$|\.(tmp|part|partial|crdownload|swp|bak)$|^(Thumbs\.db|desktop\.ini)$/i.test(name);
}
