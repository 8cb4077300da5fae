import type { Logger } from '#src/platform/log/logger.ts';
import { formatProblem, type StationProblem } from '../problem.ts';

/** What a part of the station folder says, and what is wrong in it. */
export interface PartReading<T> {
  readonly value: T;
  readonly problems: readonly StationProblem[];
}

export interface PartReader<T> {
  /** Its folder below STATION_DIR. */
  readonly folder: string;
  /** What holds before the first reading. */
  readonly initial: T;
  /**
   * Reads it anew. `last` is what holds now: where the folder is broken, its last good version stays. Rejects soon after
   * `signal` says so.
   */
  read(last: T, signal: AbortSignal): Promise<PartReading<T>>;
}

/** One part of the station folder as it stands. A broken edit is logged and what was good before stays in force. */
export class StationPart<T> implements AsyncDisposable {
  readonly #reader: PartReader<T>;
  readonly #logger: Logger;
  #current: T;
  #problems: readonly StationProblem[] = [];
  #reading: Promise<void> | null = null;
  readonly #stopping = new AbortController();
  #wanted = false;

  constructor(reader: PartReader<T>, logger: Logger) {
    this.#reader = reader;
    this.#logger = logger;
    this.#current = reader.initial;
  }

  get folder(): string {
    return this.#reader.folder;
  }

  get current(): T {
    return this.#current;
  }

  get problems(): readonly StationProblem[] {
    return this.#problems;
  }

  /** Reads what the folder says now; one reading at a time. Never rejects. */
  refresh(): Promise<void> {
    this.#wanted = true;
    this.#reading ??= this.#readWhileWanted().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Gives up a reading under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#reading;
  }

  async #readWhileWanted(): Promise<void> {
    const { signal } = this.#stopping;
    while (this.#wanted && !signal.aborted) {
      this.#wanted = false;
      try {
        const { value, problems } = await this.#reader.read(this.#current, signal);
        this.#current = value;
        this.#report(problems);
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        this.#report([{ file: this.folder, line: null, message: `cannot be read: ${reason}` }]);
      }
    }
  }

  /** What was told before is not told again. */
  #report(problems: readonly StationProblem[]): void {
    const told = new Set(this.#problems.map(formatProblem));
    this.#problems = problems;
    for (const problem of problems) {
      const text = formatProblem(problem);
      if (!told.has(text)) this.#logger.error({ file: problem.file, line: problem.line }, text);
    }
  }
}
