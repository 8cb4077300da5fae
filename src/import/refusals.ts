import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { failureKind } from '#src/platform/errors/failure-kind.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { unreadNow } from '#src/station/folder/entry-fault.ts';
import { assertUnchanged } from './import-file.ts';
import type { ImportReport, SkippedFile } from './import-report.ts';
import {
  isLasting,
  isRemark,
  isWorthTelling,
  type RejectedEntry,
  type RejectedFiles,
} from './rejected/rejected-files.ts';
import { lastingReasonSchema, RejectedFile } from './rejected/rejection.ts';
import type { StationScan } from './scan/scan-station.ts';
import type { SourceFile } from './scan/source-file.ts';
import { WorkerLost, WorkFailure } from './worker/import-worker.ts';

/**
 * Tries after which a file that changes while it is read, such as a recording under way, is left alone for
 * this run.
 */
const TRIES_MAX = 3;

/**
 * The refusals of one import. Faults of the files are remembered for the next import, the others for this one alone.
 */
export class Refusals {
  readonly #rejected: RejectedFiles;
  readonly #logger: Logger;
  /** Refused in this run for reasons that may pass, by path. */
  readonly #setAside = new Map<string, { file: SourceFile; refusal: RejectedFile; tries: number }>();

  constructor(rejected: RejectedFiles, logger: Logger) {
    this.#rejected = rejected;
    this.#logger = logger;
  }

  /** Whether to try a file: one that was set aside is tried again once it has changed, but not for ever. */
  isWorthTrying(file: SourceFile): boolean {
    const before = this.#setAside.get(file.path);
    if (!before) return true;
    const isSame = before.file.sizeBytes === file.sizeBytes && before.file.modifiedMs === file.modifiedMs;
    const isBack = before.refusal.reason === 'gone';
    return (isBack || !isSame) && before.tries < TRIES_MAX;
  }

  /** Whether a file was tried in vain: its next try comes when no other file waits, since it has few of them. */
  wasTried({ path }: Pick<SourceFile, 'path'>): boolean {
    return this.#setAside.has(path);
  }

  /**
   * Takes note of an accepted file. `coverFault` completes the sentence "The cover …".
   * @throws the file system's error
   */
  async accept({ path, sizeBytes, modifiedMs }: SourceFile, coverFault: string | null): Promise<void> {
    this.#setAside.delete(path);
    if (coverFault === null) {
      await this.#rejected.forget(path);
      return;
    }
    const message = `is played, but its cover ${coverFault}`;
    await this.#rejected.add({ path, sizeBytes, modifiedMs, reason: 'without-cover', message });
  }

  /**
   * Takes note of a file that cannot be rendered anew: what was rendered before plays on. A fault of the file
   * is remembered.
   * @throws as refusalOf does, and the file system's error
   */
  async notRenewed(file: SourceFile, failure: unknown): Promise<void> {
    const { path, sizeBytes, modifiedMs } = file;
    const { message, reason } = await refusalFor(file, failure);
    if (!lastingReasonSchema.safeParse(reason).success) return;
    this.#logger.warn({ path, reason }, `import keeps what it had rendered of a file before: it ${message}`);
    const remark = `plays on as an earlier version rendered it: today it ${message}`;
    await this.#rejected.add({ path, sizeBytes, modifiedMs, reason: 'not-renewed', message: remark });
  }

  /**
   * Takes note of a file that was rendered anew, also where an earlier version could not.
   * @throws the file system's error
   */
  async renewed(file: SourceFile): Promise<void> {
    if (this.#rejected.find(file)?.reason === 'not-renewed') await this.#rejected.forget(file.path);
  }

  /**
   * Takes note of a file that could not be taken in; returns whether it stays so until it changes.
   * @throws as refusalOf does, and the file system's error
   */
  async refuse(file: SourceFile, failure: unknown): Promise<boolean> {
    const { path, sizeBytes, modifiedMs } = file;
    const refusal = await refusalFor(file, failure);
    const { message, reason } = refusal;
    const entry: RejectedEntry = { path, sizeBytes, modifiedMs, reason, message };
    if (isWorthTelling(entry)) this.#logger.warn({ path, reason }, `import left a file out: it ${message}`);
    await this.#rejected.add(entry);
    if (isLasting(entry)) return true;
    const tries = (this.#setAside.get(path)?.tries ?? 0) + 1;
    this.#setAside.set(path, { file, refusal, tries });
    return false;
  }

  /** Returns the report at the end. `known` are refusals of earlier imports that still hold. */
  report(
    { files, misplaced }: StationScan,
    known: readonly RejectedEntry[],
  ): Pick<ImportReport, 'skipped' | 'remarks' | 'isToBeTriedAgain'> {
    const present = new Set(files.map(({ path }) => path));
    const setAside = [...this.#setAside.values()].filter(({ file }) => present.has(file.path));
    const remarks = files.flatMap((file) => this.#rejected.find(file) ?? []).filter(isRemark);
    return {
      skipped: [
        ...misplaced.map(({ path, reason }) => ({ path, reason })),
        ...known.filter(isWorthTelling).map(told),
        ...setAside.map(({ file, refusal }) => ({ path: file.path, reason: refusal.message })),
      ],
      remarks: remarks.map(told),
      isToBeTriedAgain:
        setAside.some(({ refusal }) => refusal.reason === 'busy') ||
        misplaced.some(({ isPassing = false }) => isPassing),
    };
  }
}

function told({ path, message, sizeBytes, modifiedMs }: RejectedEntry): SkippedFile {
  return { path, reason: message, state: `${sizeBytes} ${modifiedMs}` };
}

/**
 * Returns the refusal that a failure means for a file as it is now: nothing is held against one that changed or left.
 * @throws as refusalOf does
 */
async function refusalFor(file: SourceFile, failure: unknown): Promise<RejectedFile> {
  const change = await assertUnchanged(file).then(() => null, refusalOf);
  // While the file is there, what was not found is something else, as the folder of drafts.
  if (change !== null && hasErrorCode(failure, 'ENOENT')) return change;
  const refusal = refusalOf(failure);
  return change ?? refusal;
}

/**
 * Returns the refusal that a failure means for its file.
 * @throws the failure itself when the machine is to blame and no other file would do better
 */
export function refusalOf(error: unknown): RejectedFile {
  if (error instanceof RejectedFile) return error;
  if (error instanceof WorkerLost) return error.refusal;
  if (error instanceof WorkFailure && error.code === null) {
    return new RejectedFile('crashed', `cannot be taken in: ${error.message}`, { cause: error });
  }
  if (failureKind(error) === 'moment') {
    const why = error instanceof Error ? error.message : String(error);
    return new RejectedFile('busy', unreadNow(why), { cause: error });
  }
  throw error;
}
