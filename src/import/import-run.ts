import { availableParallelism, constants } from 'node:os';
import { DAY_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { findSharedTitles } from '#src/station/catalogue/shared-titles.ts';
import { explainFullDisk } from './full-disk.ts';
import { FileImporter } from './import-file.ts';
import type { ImportProgress, ImportReport } from './import-report.ts';
import type { EarlierRenderings } from './library/earlier-renderings.ts';
import type { MediaLibrary } from './library/media-library.ts';
import { type MediaStore, removeWithdrawnAudio } from './library/media-store.ts';
import type { ChangeTimes } from './plan/change-times.ts';
import { filesLeft, findRetagged, recordsIn } from './plan/retagged-files.ts';
import { findChanges, refuseOtherStation, type StationChanges } from './plan/station-changes.ts';
import { StreamTurns } from './plan/stream-turns.ts';
import { Refusals } from './refusals.ts';
import type { RejectedFiles } from './rejected/rejected-files.ts';
import type { MountPoints } from './scan/mount-points.ts';
import { scanPresentStation } from './scan/scan-station.ts';
import type { SourceFile } from './scan/source-file.ts';
import { StationLooks } from './scan/station-looks.ts';
import { ImportWorker, type ImportWorkerOptions } from './worker/import-worker.ts';
import { type Work, WorkLanes } from './worker/work-lanes.ts';

export interface ImportOptions {
  stationDir: string;
  folder: DataFolder;
  logger: Logger;
  clock: Clock;
  /** Stops within moments; what is finished is kept. */
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
  /** Told when the station folder has gone in the midst of the work, and is waited for. */
  onAway?: (reason: OperatorError) => void;
  /** Files rendered at once; as many as there are cores unless given. */
  workers?: number;
  /**
   * Priority of the processes that render, from -20 to 19. By default the lowest, 19, so that what is on air
   * never waits for them.
   */
  priority?: number;
  /** Refuses a folder that lacks more than half of the tracks in rotation [W247]: it is hardly their station. */
  keepsRotation?: boolean;
  /** When each recording last played, by id, as far as anybody remembers: those are made anew first. */
  lastPlays?: () => Promise<ReadonlyMap<string, number>>;
  /** For tests: another program for the processes that render, and another limit of their memory. */
  worker?: Partial<Pick<ImportWorkerOptions, 'entry' | 'memoryBytesMax'>>;
}

/** Most remarks on titles that several recordings share; `onde check` names them all. */
const SHARED_TITLES_MAX = 20;
/** Pieces rendered anew between two looks at the folder, so that new music does not wait for them. */
const RENEWED_AT_ONCE = 4;
/**
 * Room on the disk without which nothing is rendered anew [R156], since for some time both renderings lie there, and
 * nothing is kept of what has left the station folder.
 */
const FREE_BYTES_MIN = 500_000_000;
/** [R260] Days for which the audio of a recording stays that has left the station folder. */
const WITHDRAWN_KEPT_DAYS = 30;

interface Parts {
  store: MediaStore;
  earlier: EarlierRenderings;
  library: MediaLibrary;
  rejected: RejectedFiles;
  changeTimes: ChangeTimes;
  mountPoints: MountPoints;
}

/** One import from the first look at the station folder to the last. */
export class ImportRun implements AsyncDisposable {
  readonly #options: ImportOptions;
  readonly #parts: Parts;
  readonly #importer: FileImporter;
  readonly #lanes: WorkLanes;
  readonly #refusals: Refusals;
  readonly #report: ImportReport;
  readonly #looks: StationLooks;
  /** Names first: while a long piece is rendered, nobody should wait for two tracks to get each other's. */
  readonly #turns = { changed: new StreamTurns(), unknown: new StreamTurns(), tried: new StreamTurns() };
  /** New or changed files of the first look that no worker has looked into yet; null before it. */
  #waiting: Set<string> | null = null;
  /** Paths that left the catalogue in this run: some programs remove a file before they write it anew. */
  readonly #gone = new Set<string>();
  #filesTotal = 0;
  #filesDone = 0;
  #remainingBytes = 0;
  #lastPlays: ReadonlyMap<string, number> | null = null;
  /** Recordings that were to be rendered anew in this run, whatever came of it. */
  readonly #renewing = new Set<string>();

  /** `report`: what a run before has done, that had to end so that there is room for this one. */
  constructor(options: ImportOptions, parts: Parts, report: ImportReport) {
    this.#options = options;
    this.#parts = parts;
    this.#report = report;
    this.#importer = new FileImporter({ ...parts, clock: options.clock, logger: options.logger });
    this.#refusals = new Refusals(parts.rejected, options.logger);
    this.#looks = new StationLooks(
      () => scanPresentStation(options.stationDir, parts.library.records.values(), parts.mountPoints),
      options,
    );
    const { clock, worker } = options;
    const priority = options.priority ?? constants.priority.PRIORITY_LOW;
    const workers = options.workers ?? availableParallelism();
    this.#lanes = new WorkLanes(
      Array.from({ length: workers }, () => new ImportWorker({ priority, clock, ...worker })),
    );
  }

  async finish(): Promise<ImportReport> {
    const { clock, signal } = this.#options;
    const startedMs = clock.monotonicMs();
    const onAbort = () => void this.#lanes.stop(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    try {
      while (await this.#pass()) signal?.throwIfAborted();
      await this.#clearUp();
    } catch (error) {
      throw await explainFullDisk(error, {
        mediaDir: this.#parts.store.path,
        filesDone: this.#filesDone,
        filesTotal: this.#filesTotal,
        remainingBytes: this.#remainingBytes,
        records: this.#parts.library.records.values(),
      });
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await this.#parts.changeTimes.save();
    }
    this.#report.seconds += (clock.monotonicMs() - startedMs) / 1000;
    return this.#report;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lanes[Symbol.asyncDispose]();
  }

  /** Looks at the folder once and does the work it finds until the next look is due. False when there was none. */
  async #pass(): Promise<boolean> {
    const { library, store, rejected, changeTimes, mountPoints } = this.#parts;
    const scan = await this.#looks.look();
    await mountPoints.keep(scan);
    const isRendered = (record: MediaRecord) => store.has(record);
    // Once in a run: there are disks that give another time of change at each look.
    const isSeen = (file: SourceFile) =>
      this.#waiting === null ? changeTimes.isSeen(file) : !this.#waiting.has(file.path);
    const changes = findChanges(scan, library.records.values(), rejected, isRendered, isSeen);
    if (this.#options.keepsRotation)
      refuseOtherStation(this.#options.stationDir, changes, library.records.values());
    const retagged = this.#waiting
      ? changes.touched.map(({ file }) => file)
      : await findRetagged(changes.touched, scan.files, { lanes: this.#lanes, changeTimes });
    changes.unchanged -= retagged.length;
    const seen = scan.files.map((file) => file.path);
    // What cannot be looked at is there, as far as anybody knows.
    const filed = [...library.records.values()].flatMap(({ placements }) =>
      placements.map(({ path }) => path),
    );
    const present = new Set([...seen, ...filed.filter((path) => !changes.gone.has(path))]);
    const renamed = changes.renamed.filter((file) => this.#refusals.isWorthTrying(file));
    const fresh = [...changes.fresh, ...retagged].filter((file) => this.#refusals.isWorthTrying(file));

    this.#waiting ??= new Set(fresh.map(({ path }) => path));
    if (this.#report.files === 0) this.#report.unchanged = changes.unchanged;
    this.#report.files = scan.files.length;
    this.#filesTotal = scan.files.length;
    this.#filesDone = scan.files.length - renamed.length - fresh.length;
    this.#remainingBytes = fresh.reduce((sum, file) => sum + file.sizeBytes, 0);
    this.#tellProgress(null);

    const unread = new Set([...renamed, ...fresh].map(({ path }) => path));
    const files = new Map(scan.files.map((file) => [file.path, file]));
    const importing = (file: SourceFile, turns?: StreamTurns): Work => ({
      file,
      run: async (worker) => {
        turns?.begin(file);
        const { how, coverFault } = await this.#importer.import(worker, file, { present, files, unread });
        unread.delete(file.path);
        this.#report[how] += 1;
        await this.#refusals.accept(file, coverFault);
      },
    });
    await this.#workOff(renamed.map((file) => importing(file)));
    const bereft = recordsIn(library.records.values(), changes.gone);
    this.#report.removed += await library.withdraw(changes.gone, this.#options.clock.nowMs());
    const left = filesLeft(bereft, library.records, scan.files);
    const named = await findRetagged(left, scan.files, { lanes: this.#lanes, changeTimes });
    this.#filesDone -= named.length;
    await this.#workOff(named.map((file) => importing(file)));
    await rejected.keepOnly(present);
    changeTimes.keepOnly(present);
    for (const path of changes.gone) this.#gone.add(path);
    const parts = Map.groupBy(fresh, (file) => {
      if (this.#refusals.wasTried(file)) return 'tried';
      return library.holds(file.path) || this.#gone.has(file.path) ? 'changed' : 'unknown';
    });
    const isOver = () => this.#looks.isDue();
    for (const part of ['changed', 'unknown', 'tried'] as const) {
      const turns = this.#turns[part];
      const work = turns.order(parts.get(part) ?? []).map((file) => importing(file, turns));
      await this.#workOff(work, isOver);
    }

    if (renamed.length + fresh.length > 0) return true;
    const repictured = changes.repictured.filter(({ file }) => this.#refusals.isWorthTrying(file));
    this.#filesDone -= repictured.length;
    const recovering = repictured.map(({ record, file }) => ({
      file,
      run: async (worker: ImportWorker) => {
        await this.#refusals.accept(file, await this.#importer.recover(worker, record, file));
      },
    }));
    await this.#workOff(recovering, isOver);
    if (isOver()) return true;
    if (await this.#renew(changes.outdated)) return true;
    Object.assign(this.#report, this.#refusals.report(scan, changes.rejected));
    const shared = findSharedTitles(library.records.values()).filter(({ isUnheard }) => isUnheard);
    for (const { path, message } of shared.slice(0, SHARED_TITLES_MAX))
      this.#report.remarks.push({ path, reason: message });
    return false;
  }

  /** When all is in: what is gone now has been looked for in the whole folder. */
  async #clearUp(): Promise<void> {
    const { clock, logger } = this.#options;
    const { library, store } = this.#parts;
    const nowMs = clock.nowMs();
    await library.dateWithdrawn(nowMs);
    const isTight = (await store.freeBytes()) < FREE_BYTES_MIN;
    const keptMs = isTight ? 0 : WITHDRAWN_KEPT_DAYS * DAY_MS;
    const recordings = await removeWithdrawnAudio(library.records, store, nowMs, keptMs);
    if (recordings > 0)
      logger.info({ recordings }, 'import removed the audio of what has left the station folder');
  }

  /**
   * Renders some of what earlier versions rendered in the way of this one, newest play first, with one worker.
   * False when there is no more to do.
   */
  async #renew(outdated: StationChanges['outdated']): Promise<boolean> {
    const { library, earlier, store } = this.#parts;
    const { clock, lastPlays, logger } = this.#options;
    await earlier.retire(library.records, clock.nowMs());
    const left = outdated.filter(({ record }) => !this.#renewing.has(record.id));
    if (left.length === 0) return false;
    if ((await store.freeBytes()) < FREE_BYTES_MIN) {
      logger.warn(
        { left: left.length },
        'import renders nothing anew while the disk of DATA_DIR is nearly full; what is there plays on: make room',
      );
      return false;
    }
    this.#lastPlays ??= (await lastPlays?.()) ?? new Map();
    const playedMs = ({ record }: { record: MediaRecord }) => this.#lastPlays?.get(record.id) ?? 0;
    const batch = left.toSorted((a, b) => playedMs(b) - playedMs(a)).slice(0, RENEWED_AT_ONCE);
    this.#filesDone += this.#renewing.size;
    this.#filesTotal += this.#renewing.size + left.length;
    for (const { record } of batch) this.#renewing.add(record.id);
    const work = batch.map(({ record, file }) => ({
      file,
      run: async (worker: ImportWorker) => {
        await this.#importer.renew(worker, record, file);
        this.#report.renewed += 1;
      },
    }));
    await this.#lanes.workOff(work, (file, failure) => this.#renewed(file, failure), { lanesMax: 1 });
    return true;
  }

  async #renewed(file: SourceFile, failure: unknown): Promise<void> {
    if (failure === null) await this.#refusals.renewed(file);
    else await this.#refusals.notRenewed(file, failure);
    this.#filesDone += 1;
    this.#tellProgress(file.path);
  }

  async #workOff(work: readonly Work[], isOver?: () => boolean): Promise<void> {
    const onDone = async (file: SourceFile, failure: unknown) => {
      const isSettled = failure === null || (await this.#refusals.refuse(file, failure));
      // Size and time alone would say that the next import has nothing to do.
      if (isSettled) this.#parts.changeTimes.see(file);
      this.#waiting?.delete(file.path);
      this.#filesDone += 1;
      this.#remainingBytes -= file.sizeBytes;
      this.#tellProgress(file.path);
    };
    await this.#lanes.workOff(work, onDone, isOver && { isOver });
  }

  #tellProgress(path: string | null): void {
    this.#options.onProgress?.({ filesDone: this.#filesDone, filesTotal: this.#filesTotal, path });
  }
}
