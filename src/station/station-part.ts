import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '#src/platform/log/logger.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { StationProblem } from '#src/station/problem.ts';
import { ProblemLog } from './problem.ts';

/** The content of a part of the station folder, with its problems. */
export interface PartReading<T> {
  readonly value: T;
  readonly problems: readonly StationProblem[];
  /** Whether a file was still being written: the part has to be read again before long. */
  readonly isUnfinished?: boolean;
}

export interface PartReader<T> {
  /** Its folder below STATION_DIR. */
  readonly folder: string;
  /** Names of the files, for a part that is files and no folder. */
  readonly files?: readonly string[];
  /** What holds before the first reading. */
  readonly initial: T;
  /**
   * Reads it anew. `last` is what holds now: where the folder is broken, its last good version stays.
   * @throws soon after `signal` says so
   */
  read(last: T, signal: AbortSignal): Promise<PartReading<T>>;
  /** Returns the part as any process last read it whole, for a start without the station folder. */
  readKept?(): Promise<T>;
}

/**
 * One part of the station folder as it is now. A broken edit is logged, and what was good before stays in
 * force.
 */
export class StationPart<T> implements AsyncDisposable {
  readonly #reader: PartReader<T>;
  readonly #isThere: () => Promise<boolean>;
  readonly #problems: ProblemLog;
  #current: T;
  #hasBeenRead = false;
  #isUnfinished = false;
  readonly #readings = new SingleRun(() => this.#readOrTell());
  readonly #stopping = new AbortController();

  /** @param isThere whether the station folder is: an absent one says nothing about any part */
  constructor(
    reader: PartReader<T>,
    { logger, isThere }: { logger: Logger; isThere: () => Promise<boolean> },
  ) {
    this.#reader = reader;
    this.#isThere = isThere;
    this.#problems = new ProblemLog(logger);
    this.#current = reader.initial;
  }

  get folder(): string {
    return this.#reader.folder;
  }

  /** The names below STATION_DIR that it consists of. */
  get names(): readonly string[] {
    return this.#reader.files ?? [this.#reader.folder];
  }

  get current(): T {
    return this.#current;
  }

  get problems(): readonly StationProblem[] {
    return this.#problems.current;
  }

  /** Whether the last reading came upon a file that was still being written. */
  get isUnfinished(): boolean {
    return this.#isUnfinished;
  }

  /** Reads what the folder says now; one reading at a time. Never rejects. */
  refresh(): Promise<void> {
    return this.#readings.run();
  }

  /** Ends a reading under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#readings[Symbol.asyncDispose]();
  }

  async #readOrTell(): Promise<void> {
    const { signal } = this.#stopping;
    this.#isUnfinished = false;
    try {
      if (await this.#isThere()) await this.#read(signal);
      else await this.#takeKept();
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#problems.tell([{ file: this.folder, line: null, message: `cannot be read: ${reason}` }]);
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { value, problems, isUnfinished = false } = await this.#reader.read(this.#current, signal);
    // The disk went away during the reading: what was read is not what an editor wrote.
    if (!(await this.#isThere())) return this.#takeKept();
    this.#take(value);
    this.#hasBeenRead = true;
    this.#isUnfinished = isUnfinished;
    this.#problems.tell(problems);
  }

  async #takeKept(): Promise<void> {
    if (!this.#hasBeenRead) this.#take((await this.#reader.readKept?.()) ?? this.#current);
  }

  /** What says the same stays the same object: documents and pages that were made from it stay valid. */
  #take(value: T): void {
    if (!isDeepStrictEqual(value, this.#current)) this.#current = value;
  }
}
