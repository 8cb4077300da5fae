import type { SourceFile } from '#src/import/scan/source-file.ts';
import { CopyInWork, type ImportWorker, WorkerLost } from './import-worker.ts';

/**
 * One file, and what a worker does with it.
 * @throws when the file cannot be taken in, or the machine fails
 */
export interface Work {
  file: SourceFile;
  run(worker: ImportWorker): Promise<void>;
}

interface WorkLimits {
  lanesMax?: number;
  isOver?: () => boolean;
}

/** Works through a list with several workers at once, each with one file at a time. */
export class WorkLanes implements AsyncDisposable {
  readonly #workers: readonly ImportWorker[];
  /** Work over which a worker ended, or whose audio another one has: each gets another try, at the end alone. */
  readonly #postponed = new Set<Work>();
  /** Copies whose audio no worker has any more: they come next, since a stream may have no other music. */
  readonly #freed: Work[] = [];
  #isStopped = false;
  #stopReason: unknown = null;

  constructor(workers: readonly ImportWorker[]) {
    this.#workers = workers;
  }

  /**
   * Works through a list. `onDone` gets each file when a worker is done with it, with the error if it failed;
   * what `onDone` throws stops everything.
   * @param limits.lanesMax workers that take part
   * @param limits.isOver whether the rest of the list is to be left
   * @throws the reason for the stop
   */
  async workOff(
    work: readonly Work[],
    onDone: (file: SourceFile, failure: unknown) => Promise<void>,
    { lanesMax = Number.POSITIVE_INFINITY, isOver = () => false }: WorkLimits = {},
  ): Promise<void> {
    const give = (worker: ImportWorker, one: Work, isAlone: boolean) =>
      this.#give(worker, one, isAlone, onDone).catch((error: unknown) => this.stop(error));
    const queue = work.values();
    const begun = new Set<Work>();
    let last: readonly Work[] | null = null;
    // As long as one worker is busy with what it had begun in time, the others need not wait for it.
    const isLeft = () => {
      if (!isOver()) return false;
      last ??= [...begun];
      return !last.some((one) => begun.has(one));
    };
    const next = () => this.#freed.shift() ?? (isLeft() ? undefined : queue.next().value);
    const lanes = this.#workers.slice(0, Math.min(work.length, lanesMax)).map(async (worker) => {
      for (let one = next(); one && !this.#isStopped; one = next()) {
        begun.add(one);
        await give(worker, one, false);
        begun.delete(one);
      }
    });
    await Promise.all(lanes);
    const [worker] = this.#workers;
    const left = [...this.#freed.splice(0), ...this.#postponed];
    this.#postponed.clear();
    for (const one of left) if (worker && !this.#isStopped) await give(worker, one, true);
    if (this.#isStopped) throw this.#stopReason;
  }

  /** Ends all work at once; the first reason counts. */
  async stop(reason: unknown): Promise<void> {
    if (!this.#isStopped) {
      this.#isStopped = true;
      this.#stopReason = reason;
    }
    await this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker[Symbol.asyncDispose]()));
  }

  async #give(
    worker: ImportWorker,
    work: Work,
    isAlone: boolean,
    onDone: (file: SourceFile, failure: unknown) => Promise<void>,
  ): Promise<void> {
    let failure: unknown = null;
    try {
      await work.run(worker);
    } catch (error) {
      if ((error instanceof WorkerLost || error instanceof CopyInWork) && !isAlone) {
        this.#postponed.add(work);
        if (error instanceof CopyInWork) void error.isOver.then(() => this.#free(work));
        return;
      }
      failure = error;
    }
    await onDone(work.file, failure);
  }

  #free(work: Work): void {
    if (this.#postponed.delete(work)) this.#freed.push(work);
  }
}
