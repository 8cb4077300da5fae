import type { Logger } from '#src/platform/log/logger.ts';
import { formatProblem, type StationProblem } from './problem.ts';

/** Logs each problem when it appears and when it is mended, not at every reading in between. */
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

  /** Takes all problems there are now; `consequence` is added to each new one. */
  tell(problems: readonly StationProblem[], consequence = ''): void {
    const before = new Map(this.#current.map((problem) => [keyOf(problem), problem]));
    const now = new Set(problems.map(keyOf));
    this.#current = problems;
    for (const problem of problems) {
      if (before.has(keyOf(problem))) continue;
      const { file, line } = problem;
      const level = problem.isReminder ? 'warn' : 'error';
      this.#logger[level]({ file, line }, `${formatProblem(problem)}${consequence}`);
    }
    for (const [key, { file, message }] of before)
      if (!now.has(key)) this.#logger.info({ file }, `${file}: mended: ${message}`);
  }
}

/** Not the line: an edit above it makes no new problem. */
function keyOf({ file, message }: StationProblem): string {
  return `${file}\n${message}`;
}
