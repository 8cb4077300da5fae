import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StationProblem } from '#src/station/problem.ts';
import { type EntryFault, faultOf, LEADS_OUT, NEITHER, NO_FOLDER } from './entry-fault.ts';
import { isLitter } from './litter.ts';
import { liesIn, openRegularFile } from './open-regular-file.ts';

/** A text of the station folder, or what is wrong with the file, in words for the person who edits it. */
type ReadText = { readonly text: string } | EntryFault;

const TEXT_LIMIT_BYTES = 1024 * 1024;
const TOO_LONG: ReadText = { fault: 'expected a text of at most 1 MB', kind: 'lasting' };

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
  /** Why it can be neither read nor listed; null when nothing is wrong so far. */
  readonly fault: EntryFault | null;
}

/** A file as it is, and how it begins. */
export interface FileLook {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** When anything about it last changed: no program sets it back, as one that corrects tags may do with the other. */
  readonly changedMs: number;
  readonly head: Buffer;
}

/**
 * The station folder, read with care, whatever lies in it: only regular files, links only where they stay
 * inside, and each failure kept to its own entry. All paths count from STATION_DIR.
 */
export class StationFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /**
   * Lists the entries of a folder by name, without litter; none when there is no folder. Null, and reported,
   * when it cannot be listed: then nothing is known about its files.
   */
  async list(path: string, report: (problem: StationProblem) => void): Promise<FolderEntry[] | null> {
    const folder = await this.#findEntry(path);
    if ('fault' in folder && folder.kind === 'gone') return [];
    const listed = 'fault' in folder ? folder : await this.#readFolder(path, folder.isFolder);
    if ('fault' in listed) {
      report({ file: path, line: null, message: listed.fault });
      return null;
    }
    const kept = listed.filter(({ name }) => !isLitter(name));
    const entries = await Promise.all(
      kept.map(async (entry) => {
        const { name } = entry;
        const found = await this.#kindOf(`${path}/${name}`, entry);
        return 'fault' in found
          ? { name, isFolder: false, fault: found }
          : { name, isFolder: found.isFolder, fault: null };
      }),
    );
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Returns size, times and the first bytes of a file that lies inside. */
  async look(path: string, headBytes: number): Promise<FileLook | EntryFault> {
    const opened = await openRegularFile(join(this.root, path), this.root);
    if ('fault' in opened) return opened;
    await using file = opened;
    try {
      const head = Buffer.alloc(headBytes);
      const bytesRead = headBytes === 0 ? 0 : (await file.handle.read(head, 0, headBytes, 0)).bytesRead;
      const { size, mtimeMs, ctimeMs } = file.stats;
      return { sizeBytes: size, modifiedMs: mtimeMs, changedMs: ctimeMs, head: head.subarray(0, bytesRead) };
    } catch (error) {
      return faultOf(error, path);
    }
  }

  /** Reads a text that lies inside. */
  readText(path: string): Promise<ReadText> {
    return readTextFile(join(this.root, path), this.root);
  }

  async #readFolder(path: string, isFolder: boolean): Promise<Dirent[] | EntryFault> {
    if (!isFolder) return NO_FOLDER;
    const folder = join(this.root, path);
    return readdir(folder, { withFileTypes: true }).catch((error: unknown) => faultOf(error, folder));
  }

  /**
   * Returns what an entry is. A plain file or folder lies where its folder does; only a link may lead
   * elsewhere.
   */
  #kindOf(path: string, entry: Dirent): Promise<{ isFolder: boolean } | EntryFault> {
    if (entry.isSymbolicLink()) return this.#findEntry(path);
    const isFolder = entry.isDirectory();
    return Promise.resolve(isFolder || entry.isFile() ? { isFolder } : NEITHER);
  }

  async #findEntry(path: string): Promise<{ isFolder: boolean } | EntryFault> {
    const absolute = join(this.root, path);
    try {
      const [place, root] = await Promise.all([realpath(absolute), realpath(this.root)]);
      if (!liesIn(place, root)) return LEADS_OUT;
      const found = await stat(place);
      if (found.isFile() || found.isDirectory()) return { isFolder: found.isDirectory() };
      return NEITHER;
    } catch (error) {
      return faultOf(error, absolute);
    }
  }
}

/** Reads a text file (an absolute path). With `root` it must lie in that folder. */
export async function readTextFile(path: string, root: string | null): Promise<ReadText> {
  const opened = await openRegularFile(path, root);
  if ('fault' in opened) return opened;
  await using file = opened;
  if (file.stats.size > TEXT_LIMIT_BYTES) return TOO_LONG;
  try {
    return textOf(await file.handle.readFile());
  } catch (error) {
    return faultOf(error, path);
  }
}

/** Reads bytes as UTF-8, without a byte order mark. */
function textOf(bytes: Uint8Array): ReadText {
  if (bytes.length > TEXT_LIMIT_BYTES) return TOO_LONG;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { fault: 'expected text in UTF-8: save it in this encoding', kind: 'lasting' };
  }
}
