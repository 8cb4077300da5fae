import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonOrNull } from '#src/platform/files/json-lines.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';

const schema = z.array(z.string());

/** What a scan of the station folder says that bears on its disks. */
interface Scan {
  files: readonly { path: string }[];
  misplaced: { path: string; reason: string }[];
  unlisted: string[];
  mounts: readonly string[];
}

/** Whether another disk begins at a folder, or at the one that a link leads to. */
export async function isMountPoint(folder: string): Promise<boolean> {
  try {
    const [here, above] = await Promise.all([stat(folder), stat(`${folder}/..`)]);
    return here.dev !== above.dev;
  } catch {
    return false;
  }
}

/**
 * The folders of the station at which a disk was mounted when it was last looked at, in `media/mount-points.json`: an
 * empty one is then no emptied one. Losing this file costs that knowledge, nothing else.
 */
export class MountPoints {
  readonly #path: string;
  #known: readonly string[];

  private constructor(path: string, known: readonly string[]) {
    this.#path = path;
    this.#known = known;
  }

  static async open(folder: DataFolder): Promise<MountPoints> {
    const path = join(folder.media, 'mount-points.json');
    const read = schema.safeParse(jsonOrNull(await readFile(path, 'utf8').catch(() => '')));
    return new MountPoints(path, read.success ? read.data : []);
  }

  /**
   * Notes down in a scan the folders whose disk is away, or left meanwhile: nothing in them is to be heard, though
   * something in rotation came from there [R208].
   */
  async noteAway(stationDir: string, scan: Scan, records: Iterable<MediaRecord>): Promise<void> {
    if (this.#known.length === 0) return;
    const placed = [...records].flatMap(({ placements }) => placements.map(({ path }) => path));
    for (const folder of this.#known) {
      const isInside = (path: string) => path.startsWith(`${folder}/`);
      if (!placed.some(isInside)) continue;
      // With its disk there it was emptied by hand.
      if (await isMountPoint(join(stationDir, folder))) continue;
      const hasLeft = scan.mounts.includes(folder);
      if (!hasLeft && scan.files.some(({ path }) => isInside(path))) continue;
      const found = await stat(join(stationDir, folder)).catch(() => null);
      if (!found?.isDirectory() || scan.unlisted.includes(folder)) continue;
      scan.unlisted.push(folder);
      scan.misplaced.push({
        path: folder,
        reason:
          'holds nothing to play since its disk is away: mount it; what was taken in from there plays on. If it is to leave the air, remove the folder',
      });
    }
  }

  /** Remembers what a scan saw. A full disk must not stop an import, which may be about to make room. */
  async keep({ mounts, unlisted }: Scan): Promise<void> {
    const away = this.#known.filter((folder) => unlisted.includes(folder));
    const known = [...new Set([...mounts, ...away])].sort();
    if (JSON.stringify(known) === JSON.stringify(this.#known)) return;
    this.#known = known;
    await replaceFile(this.#path, JSON.stringify(known)).catch(() => {});
  }
}
