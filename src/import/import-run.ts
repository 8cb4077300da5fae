import { availableParallelism, constants } from 'node:os';
import { errorCode } from '#src/platform/errors/error-code.ts';
import { diskFullError } from './disk-full.ts';
import { assertUnchanged, FileImporter } from './import-file.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportReport } from './import-report.ts';
import type { MediaLibrary } from './library/media-library.ts';
import type { MediaStore } from './library/media-store.ts';
import { interleaveStreams } from './plan/import-order.ts';
import { scanPresentStation } from './plan/scan-present-station.ts';
import { findChanges } from './plan/station-changes.ts';
import type { RejectedFiles } from './rejected/rejected-files.ts';
import { lastingReasonSchema, RejectedFile } from './rejected/rejection.ts';
import type { SourceFile } from './scan/source-file.ts';
import { ImportWorker, WorkFailure } from './worker/import-worker.ts';

/** A file that changes while it is read, as a recording under way, is left alone for this run after so many tries. */
const TRIES_MAX = 3;
const DISK_FULL = ['ENOSPC', 'EDQUOT'];
/** Rendered bytes for each byte of the source, before anything is known: between MP3 and FLAC. */
const USUAL_PART = 0.5;

interface Parts {
  store: MediaStore;
  library: MediaLibrary;
  rejected: RejectedFiles;
}

/** One import from the first look at the station folder to the last. */
export class ImportRun implements AsyncDisposable {
  readonly #options: ImportOptions;
  readonly #parts: Parts;
  readonly #importer: FileImporter;
  readonly #workers: ImportWorker[];
  /** Refused in this run for reasons that may pass, by path. */
  readonly #setAside = new Map<string, { file: SourceFile; message: string; tries: number }>();
  readonly #report: ImportReport = {
    files: 0,
    unchanged: 0,
    rendered: 0,
    filed: 0,
    removed: 0,
    skipped: [],
    seconds: 0,
  };
  #passes = 0;
  #filesTotal = 0;
  #filesDone = 0;
  #remainingBytes = 0;
  #isStopped = false;
  #stopReason: unknown = null;

  constructor(options: ImportOptions, parts: Parts) {
    this.#options = options;
    this.#parts = parts;
    this.#importer = new FileImporter({ ...parts, clock: options.clock, logger: options.logger });
    const workers = options.workers ?? availableParallelism();
    const priority = options.priority ?? constants.priority.PRIORITY_LOW;
    this.#workers = Array.from({ length: workers }, () => new ImportWorker(priority));
  }

  async finish(): Promise<ImportReport> {
    const { clock, signal } = this.#options;
    const startedMs = clock.monotonicMs();
    const onAbort = () => void this.#stop(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    try {
      while (await this.#pass()) signal?.throwIfAborted();
    } catch (error) {
      throw await this.#explain(error);
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
    return { ...this.#report, seconds: (clock.monotonicMs() - startedMs) / 1000 };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker[Symbol.asyncDispose]()));
  }

  /** One look at the folder and the work it shows. False when there was none. */
  async #pass(): Promise<boolean> {
    const { library, store, rejected } = this.#parts;
    const scan = await scanPresentStation(this.#options.stationDir, library.records.values());
    const changes = findChanges(scan, library.records.values(), rejected, (record) => store.has(record));
    const present = new Set(scan.files.map((file) => file.path));
    const renamed = changes.renamed.filter((file) => this.#isWorthTrying(file));
    const fresh = changes.fresh.filter((file) => this.#isWorthTrying(file));

    this.#passes += 1;
    if (this.#passes === 1) this.#report.unchanged = changes.unchanged;
    this.#report.files = scan.files.length;
    this.#filesTotal = scan.files.length;
    this.#filesDone = scan.files.length - renamed.length - fresh.length;
    this.#remainingBytes = fresh.reduce((sum, file) => sum + file.sizeBytes, 0);
    this.#tellProgress(null);

    await this.#importAll(renamed, present);
    this.#report.removed += await library.withdraw(changes.gone);
    await rejected.keepOnly(present);
    await this.#importAll(interleaveStreams(fresh), present);

    if (renamed.length + fresh.length > 0) return true;
    const setAside = [...this.#setAside.values()].filter(({ file }) => present.has(file.path));
    this.#report.skipped = [
      ...scan.misplaced,
      ...changes.rejected.map(({ path, message }) => ({ path, reason: message })),
      ...setAside.map(({ file, message }) => ({ path: file.path, reason: message })),
    ];
    return false;
  }

  /** A file that was set aside is tried again once it has changed, but not for ever. */
  #isWorthTrying(file: SourceFile): boolean {
    const before = this.#setAside.get(file.path);
    if (!before) return true;
    const isSame = before.file.sizeBytes === file.sizeBytes && before.file.modifiedMs === file.modifiedMs;
    return !isSame && before.tries < TRIES_MAX;
  }

  async #importAll(files: readonly SourceFile[], present: ReadonlySet<string>): Promise<void> {
    const queue = files.values();
    const lanes = this.#workers.slice(0, files.length).map(async (worker) => {
      for (const file of queue) {
        if (this.#isStopped) return;
        await this.#importOne(worker, file, present).catch((error: unknown) => this.#stop(error));
      }
    });
    await Promise.all(lanes);
    if (this.#isStopped) throw this.#stopReason;
  }

  async #importOne(worker: ImportWorker, file: SourceFile, present: ReadonlySet<string>): Promise<void> {
    try {
      this.#report[await this.#importer.import(worker, file, present)] += 1;
      this.#setAside.delete(file.path);
    } catch (error) {
      await this.#reject(file, refusalOf(error));
    }
    this.#filesDone += 1;
    this.#remainingBytes -= file.sizeBytes;
    this.#tellProgress(file.path);
  }

  async #reject(file: SourceFile, refusal: RejectedFile): Promise<void> {
    const { path, sizeBytes, modifiedMs } = file;
    const final = await assertUnchanged(file).then(
      () => refusal,
      (unfinished: RejectedFile) => unfinished,
    );
    const { message } = final;
    this.#options.logger.warn({ path, reason: final.reason }, `skipped: ${message}`);
    const lasting = lastingReasonSchema.safeParse(final.reason);
    if (lasting.success) {
      await this.#parts.rejected.add({ path, sizeBytes, modifiedMs, reason: lasting.data, message });
    } else {
      const tries = (this.#setAside.get(path)?.tries ?? 0) + 1;
      this.#setAside.set(path, { file, message, tries });
    }
  }

  /** Ends all work at once; the first reason counts. */
  async #stop(reason: unknown): Promise<void> {
    if (!this.#isStopped) {
      this.#isStopped = true;
      this.#stopReason = reason;
    }
    await this[Symbol.asyncDispose]();
  }

  async #explain(reason: unknown): Promise<unknown> {
    if (!DISK_FULL.includes(errorCode(reason) ?? '')) return reason;
    return await diskFullError(
      {
        mediaDir: this.#parts.store.path,
        filesDone: this.#filesDone,
        filesTotal: this.#filesTotal,
        neededBytes: this.#remainingBytes * this.#renderedPart(),
      },
      reason,
    );
  }

  /** Rendered bytes for each byte of a source, as it has been so far. */
  #renderedPart(): number {
    let rendered = 0;
    let source = 0;
    for (const record of this.#parts.library.records.values()) {
      const placement = record.placements[0];
      if (!placement) continue;
      rendered += record.sizeBytes;
      source += placement.sizeBytes;
    }
    return source > 0 ? rendered / source : USUAL_PART;
  }

  #tellProgress(path: string | null): void {
    this.#options.onProgress?.({ filesDone: this.#filesDone, filesTotal: this.#filesTotal, path });
  }
}

/** What a failure means for its file; throws it on when the machine is to blame. */
function refusalOf(error: unknown): RejectedFile {
  if (error instanceof RejectedFile) return error;
  if (error instanceof WorkFailure && error.code === null) {
    return new RejectedFile('crashed', `cannot be taken in: ${error.message}`, { cause: error });
  }
  throw error;
}
