import type { Logger } from '#src/platform/log/logger.ts';
import { printable } from '#src/platform/log/printable.ts';

/** Something wrong in the station folder, in words for the person who edits it. */
export interface StationProblem {
  /** Path from STATION_DIR. */
  file: string;
  /** 1-based; null when the file as a whole is meant. */
  line: number | null;
  message: string;
  /** Set when nothing is broken: something is still to be written, or looked at. */
  isReminder?: true;
}

/** `station.yaml:12: streams[0].jingleEvery: expected a whole number of tracks` */
export function formatProblem({ file, line, message }: StationProblem): string {
  return printable(`${file}${line === null ? '' : `:${line}`}: ${message}`);
}

/**
 * Most problems reported for one file, and told in the log at once: a file of another kind breaks thousands of rules,
 * and nobody reads them.
 */
export const PROBLEMS_MAX = 50;

/**
 * Logs each problem when it appears and when it is mended, not at every reading in between. Of many at once the first
 * ones are told, and how many more there are: a folder of files with wrong names is one slip.
 */
export class ProblemLog {
  readonly #logger: Logger;
  #current: readonly StationProblem[] = [];

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** The problems at the last call of `tell`. */
  get current(): readonly StationProblem[] {
    return this.#current;
  }

  /** Takes all problems there are now; `consequence` is added to each new one that is no mere reminder. */
  tell(problems: readonly StationProblem[], consequence = ''): void {
    const before = new Map(this.#current.map((problem) => [keyOf(problem), problem]));
    const now = new Set(problems.map(keyOf));
    this.#current = problems;
    const fresh = problems.filter((problem) => !before.has(keyOf(problem)));
    for (const problem of fresh.slice(0, PROBLEMS_MAX)) {
      const { file, line } = problem;
      const level = problem.isReminder ? 'warn' : 'error';
      const followed = problem.isReminder ? '' : consequence;
      this.#logger[level]({ file, line }, `${formatProblem(problem)}${followed}`);
    }
    const more = fresh.length - PROBLEMS_MAX;
    if (more > 0) this.#logger.error(`and ${more} more like these: "onde check" lists them all`);
    const mended = [...before].flatMap(([key, problem]) => (now.has(key) ? [] : [problem]));
    for (const { file, message } of mended.slice(0, PROBLEMS_MAX))
      this.#logger.info({ file }, formatProblem({ file, line: null, message: `mended: ${message}` }));
    const moreMended = mended.length - PROBLEMS_MAX;
    if (moreMended > 0) this.#logger.info(`and ${moreMended} more are mended`);
  }
}

/** Identifies a problem. The line does not count: an edit above it makes no new problem. */
function keyOf({ file, message }: StationProblem): string {
  return `${file}\n${message}`;
}
