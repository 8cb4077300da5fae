import type { Stats } from 'node:fs';
import { constants, type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { type EntryFault, faultOf, LEADS_OUT, NO_FILE } from './entry-fault.ts';

export interface OpenedFile extends AsyncDisposable {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** Flags with which a pipe is opened at once instead of blocking a thread until a writer comes. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Opens a regular file for reading. With `root` it must really lie in that folder, wherever links lead: the
 * opened file is checked, so that a link that is changed meanwhile leads out to nothing. The caller closes
 * the handle.
 */
export async function openRegularFile(path: string, root: string | null): Promise<OpenedFile | EntryFault> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(path, FLAGS);
    const stats = await handle.stat();
    const fault = stats.isFile() ? await outside(root, path, handle, stats) : NO_FILE;
    if (fault !== null) {
      await handle.close();
      return fault;
    }
    const opened = handle;
    return { handle, stats, [Symbol.asyncDispose]: () => opened.close() };
  } catch (error) {
    await handle?.close().catch(() => {});
    return faultOf(error, path);
  }
}

/** Whether a resolved path is a resolved folder or lies in it. */
export function liesIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

async function outside(
  root: string | null,
  path: string,
  handle: FileHandle,
  stats: Stats,
): Promise<EntryFault | null> {
  if (root === null) return null;
  const [place, folder] = await Promise.all([placeOf(path, handle, stats), realpath(root)]);
  return place !== null && liesIn(place, folder) ? null : LEADS_OUT;
}

/**
 * Returns where the opened file lies. Linux says it; elsewhere the end of the path counts if it is still the
 * same file.
 */
async function placeOf(path: string, { fd }: FileHandle, { dev, ino }: Stats): Promise<string | null> {
  const told = await readlink(`/proc/self/fd/${fd}`).catch(() => null);
  if (told !== null) return told;
  const place = await realpath(path);
  const there = await stat(place);
  return there.dev === dev && there.ino === ino ? place : null;
}
