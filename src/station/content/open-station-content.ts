import { mkdir } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { watch } from 'chokidar';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { type Biographies, biographyReader } from '../biographies/biographies.ts';
import { LastGoodFiles } from '../last-good-files.ts';
import { podcastReader } from '../podcasts/podcast-reader.ts';
import type { Podcasts } from '../podcasts/podcast-show.ts';
import { type Schedules, scheduleReader } from '../schedule/schedules.ts';
import { type Videos, videoReader } from '../videos/videos.ts';
import { StationPart } from './station-part.ts';

/** Files that come in bursts, as copies do, are read once. */
const SETTLE_MS = 150;

/** What the station's folder says besides its music and `station.yaml`, as it stands now. */
export interface StationContent {
  readonly biographies: Biographies;
  readonly podcasts: Podcasts;
  readonly schedules: Schedules;
  readonly videos: Videos;
}

/** The same, followed while the station runs. */
export interface StationContentWatch extends StationContent, AsyncDisposable {}

export interface StationContentOptions {
  readonly stationDir: string;
  readonly cacheFolder: string;
  /** Null where the station is only looked at. */
  readonly lastGoodFolder: string | null;
  readonly logger: Logger;
  /** The station's, as it stands now. */
  timezone(): string;
}

export function stationParts(options: StationContentOptions) {
  const { stationDir, logger } = options;
  const lastGood = new LastGoodFiles(options.lastGoodFolder, logger);
  return {
    biographies: new StationPart(biographyReader(stationDir), logger),
    podcasts: new StationPart(podcastReader({ ...options, lastGood }), logger),
    schedules: new StationPart(scheduleReader(stationDir, lastGood), logger),
    videos: new StationPart(videoReader(stationDir), logger),
  };
}

/**
 * Reads the schedules, podcasts, biographies and videos of the station and follows them. Resolves before the podcasts are
 * read: their episodes may take minutes the first time.
 */
export async function openStationContent(
  options: StationContentOptions & { clock: Clock },
): Promise<StationContentWatch> {
  const { stationDir, clock, logger } = options;
  await mkdir(stationDir, { recursive: true });
  const { biographies, podcasts, schedules, videos } = stationParts(options);
  const parts = [biographies, podcasts, schedules, videos];
  const folders = new Map(parts.map((part) => [part.folder, part]));
  const partOf = (path: string) => folders.get(relative(stationDir, path).split(sep)[0] ?? '');

  const watcher = watch(stationDir, {
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: 200, pollInterval: 50 },
    ignored: (path) => path !== stationDir && partOf(path) === undefined,
  });
  const due = new Map<StationPart<unknown>, Disposable>();
  watcher.on('all', (_event, path) => {
    const part = partOf(path);
    if (part === undefined) return;
    due.get(part)?.[Symbol.dispose]();
    due.set(
      part,
      clock.after(SETTLE_MS, () => void part.refresh()),
    );
  });
  watcher.on('error', (error) => logger.error({ err: error }, 'the station folder cannot be watched'));
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  void podcasts.refresh();
  await Promise.all([biographies.refresh(), schedules.refresh(), videos.refresh()]);

  return {
    get biographies() {
      return biographies.current;
    },
    get podcasts() {
      return podcasts.current;
    },
    get schedules() {
      return schedules.current;
    },
    get videos() {
      return videos.current;
    },
    async [Symbol.asyncDispose]() {
      for (const timer of due.values()) timer[Symbol.dispose]();
      await watcher.close();
      await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
    },
  };
}
