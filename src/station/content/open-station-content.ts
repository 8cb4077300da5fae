import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { type Biographies, biographyReader } from '#src/station/biographies/biographies.ts';
import type { StationConfigWatch } from '#src/station/config/open-station-config.ts';
import { findAbsentFolder } from '#src/station/folder/folder-absence.ts';
import type { StationFolderWatch } from '#src/station/folder/follow-station-folder.ts';
import { liesIn } from '#src/station/folder/open-regular-file.ts';
import { LastGoodFiles } from '#src/station/last-good-files.ts';
import { type LegalTexts, legalReader } from '#src/station/legal/legal-texts.ts';
import { AT_REST_MS } from '#src/station/podcasts/episode-reader.ts';
import { podcastReader } from '#src/station/podcasts/podcast-reader.ts';
import { type Podcasts, PublishedPodcasts } from '#src/station/podcasts/podcast-show.ts';
import { type Schedules, scheduleReader } from '#src/station/schedule/schedules.ts';
import { StationPart } from '#src/station/station-part.ts';
import { type Videos, videoReader } from '#src/station/videos/videos.ts';

/**
 * Pause before a part is read: files that come in bursts, as copies do, are read once, and one that is
 * removed and written anew was never away.
 */
const SETTLE_MS = 1_000;
/** [R207] A file that is being written for hours does not have its whole part read each second meanwhile. */
export const WRITING_WAIT_MS_MAX = MINUTE_MS;
/** A disk in the network tells nothing of what another machine changes there. */
const REREAD_MS = 10 * MINUTE_MS;

/** The content of the station folder besides its music and `station.yaml`, as it stands now. */
export interface StationContent {
  readonly biographies: Biographies;
  /** With the episodes that are published by now. */
  readonly podcasts: Podcasts;
  readonly schedules: Schedules;
  readonly videos: Videos;
  readonly legal: LegalTexts;
}

/** The content, followed while the station runs. */
export interface StationContentWatch extends StationContent, AsyncDisposable {}

export interface StationContentOptions {
  readonly stationDir: string;
  readonly cacheFolder: string;
  /** Null where the station is only checked. */
  readonly lastGoodFolder: string | null;
  readonly logger: Logger;
  /** Null where the station is only checked: files are judged as they are, also those just written. */
  readonly clock: Clock | null;
  /** The station's, as it stands now. */
  timezone(): string;
  /** Whether the folder does not answer: what was kept of it is in force. */
  isSilent?(): boolean;
}

export function stationParts(options: StationContentOptions) {
  const { stationDir, logger } = options;
  const lastGood = new LastGoodFiles(options.lastGoodFolder, logger);
  const about = {
    logger,
    isThere: async () => options.isSilent?.() !== true && (await findAbsentFolder(stationDir)) === null,
  };
  return {
    biographies: new StationPart(biographyReader(stationDir), about),
    podcasts: new StationPart(podcastReader({ ...options, lastGood }), about),
    schedules: new StationPart(scheduleReader(stationDir, lastGood), about),
    videos: new StationPart(videoReader(stationDir), about),
    legal: new StationPart(legalReader(stationDir), about),
  };
}

/**
 * Reads the schedules, podcasts, biographies, videos and legal notice of the station and follows them.
 * Resolves before the podcasts are read: their episodes may take minutes the first time.
 */
export async function openStationContent(
  options: Omit<StationContentOptions, 'timezone' | 'isSilent'> & {
    clock: Clock;
    station: Pick<StationConfigWatch, 'current' | 'onChange'>;
    stationFolder: Pick<StationFolderWatch, 'onReturn' | 'isSilent'>;
  },
): Promise<StationContentWatch> {
  const { stationDir, clock, logger, station, stationFolder } = options;
  const timezone = () => station.current.timezone;
  const { biographies, podcasts, schedules, videos, legal } = stationParts({
    ...options,
    timezone,
    isSilent: () => stationFolder.isSilent,
  });
  const published = new PublishedPodcasts();
  const parts = [biographies, podcasts, schedules, videos, legal];
  const byName = new Map(parts.flatMap((part) => part.names.map((name) => [name, part] as const)));
  const partOf = (path: string) => byName.get(relative(stationDir, path).split(sep)[0] ?? '');

  const due = new Map<StationPart<unknown>, Disposable>();
  /** How long the next wait for a file that is being written is: longer each time, and forgotten with its end. */
  const waitMs = new Map<StationPart<unknown>, number>();
  let isClosed = false;
  function refreshLater(part: StationPart<unknown>, delayMs = SETTLE_MS): void {
    due.get(part)?.[Symbol.dispose]();
    const timer = clock.after(delayMs, () => {
      due.delete(part);
      void refresh(part);
    });
    due.set(part, timer);
  }
  /** Once more after a file that was still being written: nothing may announce its end. */
  async function refresh(part: StationPart<unknown>): Promise<void> {
    await part.refresh();
    if (!part.isUnfinished) waitMs.delete(part);
    // What has changed meanwhile has it read sooner.
    else if (!isClosed && !due.has(part)) {
      const delayMs = waitMs.get(part) ?? SETTLE_MS;
      waitMs.set(part, Math.min(2 * delayMs, WRITING_WAIT_MS_MAX));
      refreshLater(part, delayMs);
    }
  }
  /** As nothing tells of changes, nothing tells of their end: what was changed is read once more a minute later. */
  async function reread(part: StationPart<unknown>): Promise<void> {
    const before = part.current;
    await refresh(part);
    if (part.current !== before && !isClosed && !due.has(part)) refreshLater(part, WRITING_WAIT_MS_MAX);
  }
  function follow(): FSWatcher {
    const watcher = watch(stationDir, {
      ignoreInitial: true,
      // Else folders with a tilde at their end count as copies of an editor.
      atomic: false,
      awaitWriteFinish: { stabilityThreshold: AT_REST_MS, pollInterval: 100 },
      ignored: (path) => path !== stationDir && (partOf(path) === undefined || leadsOut(path, stationDir)),
    });
    watcher.on('all', (_event, path) => {
      const part = partOf(path);
      if (part !== undefined) refreshLater(part);
    });
    watcher.on('error', (error) =>
      logger.error(
        { err: error },
        'Onde may miss changes in the station folder: run "onde reload" after one',
      ),
    );
    return watcher;
  }
  const ready = (watcher: FSWatcher) =>
    new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  // One that does not answer is followed once it does.
  let watcher = stationFolder.isSilent ? null : follow();
  if (watcher !== null) await ready(watcher);
  void refresh(podcasts);
  await Promise.all([biographies, schedules, videos, legal].map(refresh));
  // Episodes are dated by the clock of the station.
  let datedBy = timezone();
  const moving = station.onChange(() => {
    if (timezone() === datedBy) return;
    datedBy = timezone();
    refreshLater(podcasts);
  });
  const rereading = clock.every(REREAD_MS, () => {
    for (const part of parts) if (!due.has(part)) void reread(part);
  });
  let leaving: Promise<unknown> = Promise.resolve();
  const returning = stationFolder.onReturn(() => {
    leaving = Promise.all([leaving, watcher?.close()]);
    watcher = follow();
    void ready(watcher).then(() => Promise.all(parts.map(refresh)));
  });

  return {
    get biographies() {
      return biographies.current;
    },
    get podcasts() {
      return published.at(podcasts.current, clock.nowMs());
    },
    get schedules() {
      return schedules.current;
    },
    get videos() {
      return videos.current;
    },
    get legal() {
      return legal.current;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      rereading[Symbol.dispose]();
      returning[Symbol.dispose]();
      moving[Symbol.dispose]();
      for (const timer of due.values()) timer[Symbol.dispose]();
      await Promise.all([leaving, watcher?.close()]);
      await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
    },
  };
}

/**
 * Whether a path is a link that leads out of a folder, or nowhere. What lies behind it is not the station's:
 * it may be the whole machine.
 */
function leadsOut(path: string, folder: string): boolean {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false;
    const root = realpathSync(folder);
    const target = resolve(realpathSync(dirname(path)), readlinkSync(path));
    // The disk of what is elsewhere by its words may not answer, and all pages would wait for that.
    if (!liesIn(target, root) && !liesIn(target, folder)) return true;
    return !liesIn(realpathSync(path), root);
  } catch {
    return true;
  }
}
