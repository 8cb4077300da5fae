import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Sound, writeAudio } from '#src/audio/testing/write-audio.ts';
import type { ImportReport } from '#src/import/import-report.ts';
import type { ImportOptions } from '#src/import/import-run.ts';
import { importStation } from '#src/import/import-station.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { type DataFolder, dataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';

/** A station folder and a data folder of their own, removed when disposed. */
export class TemporaryStation implements AsyncDisposable {
  readonly root: string;
  readonly stationDir: string;
  readonly folder: DataFolder;
  readonly clock = new ManualClock();

  private constructor(root: string, dataDir: string) {
    this.root = root;
    this.stationDir = join(root, 'station');
    this.folder = dataFolder(dataDir);
  }

  /** `dataDir`: elsewhere than beside the station. */
  static async create(dataDir?: string): Promise<TemporaryStation> {
    const root = await mkdtemp(join(tmpdir(), 'onde-import-'));
    await mkdir(join(root, 'station'));
    return new TemporaryStation(root, dataDir ?? join(root, 'data'));
  }

  path(path: string): string {
    return join(this.stationDir, path);
  }

  async putAudio(path: string, sound: Partial<Sound> = {}, tags: Record<string, string> = {}): Promise<void> {
    await mkdir(dirname(this.path(path)), { recursive: true });
    writeAudio(this.path(path), { seconds: 3.5, ...sound }, tags);
  }

  async put(path: string, content: string | Buffer): Promise<void> {
    await mkdir(dirname(this.path(path)), { recursive: true });
    await writeFile(this.path(path), content);
  }

  async move(from: string, to: string): Promise<void> {
    await mkdir(dirname(this.path(to)), { recursive: true });
    await rename(this.path(from), this.path(to));
  }

  import(options: Partial<ImportOptions> = {}): Promise<ImportReport> {
    const { stationDir, folder, clock } = this;
    const logger = createLogger({ level: 'silent', part: 'import' });
    return importStation({ stationDir, folder, logger, clock, workers: 1, priority: 0, ...options });
  }

  async records(): Promise<MediaRecord[]> {
    return [...(await readCatalogue(this.folder)).values()];
  }

  /** The record that a path of the station is filed under. */
  async recordOf(path: string): Promise<MediaRecord> {
    const records = await this.records();
    const record = records.find(({ placements }) => placements.some((placement) => placement.path === path));
    if (!record) throw new Error(`${path} is in no record of ${JSON.stringify(records)}`);
    return record;
  }

  async rendered(path: string): Promise<{ audio: string; preview: string; cover: string; bytes: Buffer }> {
    const files = mediaFiles(this.folder, (await this.recordOf(path)).id);
    return { ...files, bytes: await readFile(files.audio) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}
