import { copyFile, link, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { type DataFolder, earlierAudio, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { FIRST_RENDERING, type MediaRecord } from '#src/station/catalogue/media-record.ts';

const NAME = /^([0-9a-f]{32})\.(\d+)\.mp3$/;
/** Time, besides its own length, that an earlier rendering stays at least [W136]. */
const RETIRED_MS = 10 * MINUTE_MS;

/**
 * Audio as it was before it was rendered in another way: who has it in hand plays it to its end, and a radio
 * that was killed goes on in it.
 */
export class EarlierRenderings {
  readonly #folder: DataFolder;
  readonly #kept: { id: string; rendering: number }[];

  private constructor(folder: DataFolder, kept: { id: string; rendering: number }[]) {
    this.#folder = folder;
    this.#kept = kept;
  }

  static async open(folder: DataFolder): Promise<EarlierRenderings> {
    const kept: { id: string; rendering: number }[] = [];
    for (const part of await readdir(folder.media)) {
      if (!/^[0-9a-f]{2}$/.test(part)) continue;
      for (const name of await readdir(join(folder.media, part))) {
        const [, id, rendering] = NAME.exec(name) ?? [];
        if (id !== undefined) kept.push({ id, rendering: Number(rendering) });
      }
    }
    return new EarlierRenderings(folder, kept);
  }

  /**
   * Keeps the audio of a record, which is about to be replaced.
   * @throws the file system's error
   */
  async keep({ id, rendering = FIRST_RENDERING }: MediaRecord): Promise<void> {
    const { audio } = mediaFiles(this.#folder, id);
    const earlier = earlierAudio(this.#folder, id, rendering);
    await rm(earlier, { force: true });
    // Not every file system gives a file two names.
    await link(audio, earlier).catch(() => copyFile(audio, earlier));
    this.#kept.push({ id, rendering });
  }

  /**
   * Removes what nobody can have in hand any more.
   * @throws the file system's error
   */
  async retire(records: ReadonlyMap<string, MediaRecord>, nowMs: number): Promise<void> {
    const isInHand = ({ id, rendering }: { id: string; rendering: number }) => {
      const record = records.get(id);
      if (record === undefined) return false;
      // An importer was killed before the catalogue knew of another.
      if ((record.rendering ?? FIRST_RENDERING) === rendering) return true;
      return nowMs - (record.renderedMs ?? 0) < RETIRED_MS + record.durationMs;
    };
    const past = this.#kept.filter((one) => !isInHand(one));
    for (const one of past) {
      await rm(earlierAudio(this.#folder, one.id, one.rendering), { force: true });
      this.#kept.splice(this.#kept.indexOf(one), 1);
    }
  }
}
