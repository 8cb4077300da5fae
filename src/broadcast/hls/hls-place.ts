import { access, chmod, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { StreamId } from '#src/contract/streams.ts';
import { makeFolderAside } from '#src/platform/files/make-folder.ts';

/** Where the segments of one stream are written, by name. */
export interface StreamPlace {
  /** Whether who finds no playlist there is answered by Onde, as behind a web server. */
  readonly isAnsweredElsewhere: boolean;
  /** Call it before anything else, each time: somebody may have taken the folder away. */
  prepare(): Promise<void>;
  /** Whether a file that was put there still is. An object store is believed: each question has its price. */
  has(name: string): Promise<boolean>;
  /** What lies there. */
  list(): Promise<string[]>;
  /** Puts a file there, whole or not at all. */
  put(name: string, content: Buffer | string): Promise<void>;
  /** Takes one away, if it is there. */
  remove(name: string): Promise<void>;
}

/** HLS_DIR: a folder, or a place in an object store. */
export interface HlsPlace {
  /** As the operator calls it. */
  readonly name: string;
  /** How many streams are written at the same time. */
  readonly streamsAtOnce: number;
  /** How many segments of each of them. */
  readonly segmentsAtOnce: number;
  /** What to look at when it cannot be written. */
  readonly remedy: string;
  of(streamId: StreamId): StreamPlace;
}

/** The web server that serves them has an account of its own. */
const FOLDER_MODE = 0o755;
const FILE_MODE = 0o644;

/** A folder, with one for each stream in it. */
export function folderPlace(folder: string): HlsPlace {
  return {
    name: folder,
    // A disk that hangs keeps a thread for each call, and what plays is read by the same few.
    streamsAtOnce: 1,
    segmentsAtOnce: 1,
    remedy: 'check the disk and the rights of HLS_DIR',
    of: (streamId) => new StreamFolder(join(folder, streamId)),
  };
}

class StreamFolder implements StreamPlace {
  readonly isAnsweredElsewhere = true;
  /** Absolute. */
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  async prepare(): Promise<void> {
    const made = await makeFolderAside(this.#folder);
    if (made === null) return;
    // Whoever reads there has to get through all that were made.
    const above = dirname(made);
    for (let one = this.#folder; one.length > above.length; one = dirname(one)) await chmod(one, FOLDER_MODE);
  }

  has(name: string): Promise<boolean> {
    return access(join(this.#folder, name)).then(
      () => true,
      () => false,
    );
  }

  list(): Promise<string[]> {
    return readdir(this.#folder);
  }

  async put(name: string, content: Buffer | string): Promise<void> {
    const path = join(this.#folder, name);
    try {
      await writeFile(`${path}.new`, content);
      await chmod(`${path}.new`, FILE_MODE);
      await rename(`${path}.new`, path);
    } catch (error) {
      await rm(`${path}.new`, { force: true }).catch(() => {});
      throw error;
    }
  }

  remove(name: string): Promise<void> {
    return rm(join(this.#folder, name), { force: true });
  }
}
