import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';

/** Files of one rendering before they are finished; disposing removes what was not published. */
export interface Draft extends AsyncDisposable {
  readonly audio: string;
  readonly preview: string;
  readonly cover: string;
}

/** A worker ends a moment after an importer that was killed, and writes until then. */
const REMOVING = { recursive: true, force: true, maxRetries: 10 };
const AUDIO_NAME = /^([0-9a-f]{32})\.mp3$/;

/**
 * The rendered files. A file with its final name is always whole: it is written as a draft, brought to the
 * disk and then renamed.
 */
export class MediaStore implements AsyncDisposable {
  readonly path: string;
  readonly #folder: DataFolder;
  /** Bytes of audio by id. */
  readonly #sizes: Map<string, number>;
  #draftCount = 0;

  private constructor(folder: DataFolder, sizes: Map<string, number>) {
    this.path = folder.media;
    this.#folder = folder;
    this.#sizes = sizes;
  }

  /** Opens the store and removes the unfinished files of an importer that was killed. */
  static async open(folder: DataFolder): Promise<MediaStore> {
    const store = new MediaStore(folder, await findRendered(folder));
    await rm(folder.drafts, REMOVING);
    return store;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder.drafts, REMOVING);
  }

  /** Whether the audio of a record is there in its full size. */
  has({ id, sizeBytes }: Pick<MediaRecord, 'id' | 'sizeBytes'>): boolean {
    return this.#sizes.get(id) === sizeBytes;
  }

  /** Whether there is audio of a recording. */
  hasAudio(id: string): boolean {
    return this.#sizes.has(id);
  }

  /** Removes the audio of a recording; its cover and its preview stay. */
  async removeAudio(id: string): Promise<void> {
    await rm(mediaFiles(this.#folder, id).audio, { force: true });
    this.#sizes.delete(id);
  }

  /** Bytes that the disk has left. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.path);
    return bavail * bsize;
  }

  async newDraft(): Promise<Draft> {
    await mkdir(this.#folder.drafts, { recursive: true });
    this.#draftCount += 1;
    const stem = join(this.#folder.drafts, `${process.pid}-${this.#draftCount}`);
    const files = { audio: `${stem}.mp3`, preview: `${stem}.preview.mp3`, cover: `${stem}.cover.jpg` };
    return {
      ...files,
      async [Symbol.asyncDispose]() {
        for (const path of Object.values(files)) await rm(path, { force: true });
      },
    };
  }

  /**
   * Gives the parts of a draft their final names, the audio last; they survive a power cut. `cover`: null
   * leaves what is there.
   */
  async publish(
    id: string,
    draft: Draft,
    parts: { audio: boolean; preview: boolean; cover: boolean | null },
  ): Promise<void> {
    const final = mediaFiles(this.#folder, id);
    await mkdir(dirname(final.audio), { recursive: true });
    if (parts.cover) await rename(draft.cover, final.cover);
    else if (parts.cover === false) await rm(final.cover, { force: true });
    if (parts.preview) await rename(draft.preview, final.preview);
    if (parts.audio) await rename(draft.audio, final.audio);
    if (parts.audio) this.#sizes.set(id, (await stat(final.audio)).size);
    await using parent = await open(dirname(final.audio), 'r');
    await parent.sync();
  }
}

async function findRendered(folder: DataFolder): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of await readdir(folder.media)) {
    if (!/^[0-9a-f]{2}$/.test(name)) continue;
    const files = await readdir(join(folder.media, name));
    await Promise.all(
      files.map(async (file) => {
        const id = AUDIO_NAME.exec(file)?.[1];
        if (id !== undefined) sizes.set(id, (await stat(join(folder.media, name, file))).size);
      }),
    );
  }
  return sizes;
}

/**
 * Removes the audio of what has been out of the station folder for `keptMs`, which nobody hears any more: a station whose
 * music changes would fill its disk. What comes back is rendered again, so a clock that is wrong costs no more than that.
 * @returns how many recordings had some
 */
export async function removeWithdrawnAudio(
  records: ReadonlyMap<string, MediaRecord>,
  store: Pick<MediaStore, 'hasAudio' | 'removeAudio'>,
  nowMs: number,
  keptMs: number,
): Promise<number> {
  const past = [...records.values()].filter(
    ({ id, placements, withdrawnMs = nowMs }) =>
      placements.length === 0 && Math.min(withdrawnMs, nowMs) <= nowMs - keptMs && store.hasAudio(id),
  );
  for (const { id } of past) await store.removeAudio(id);
  return past.length;
}
