import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Logger } from '#src/platform/log/logger.ts';

/** How long a query of the database may take before the log tells of it [W201]. */
const SLOW_QUERY_MS = 250;
/** Most of a statement that a line quotes. */
const QUOTED_CHARACTERS = 300;

/**
 * Tells of queries that take long: a line a minute at most, and in it how many more there were since the line before.
 * Only the shape of a statement is told: its values are people's, and are sent beside it.
 */
export class SlowQueries {
  readonly #logger: Logger;
  #toldMs = Number.NEGATIVE_INFINITY;
  #more = 0;
  #longestMs = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param nowMs on any clock that goes on evenly */
  note(statement: string, tookMs: number, nowMs: number): void {
    if (tookMs < SLOW_QUERY_MS) return;
    this.#longestMs = Math.max(this.#longestMs, tookMs);
    if (nowMs - this.#toldMs < MINUTE_MS) {
      this.#more += 1;
      return;
    }
    this.#logger.warn(
      {
        ms: Math.round(tookMs),
        statement: shapeOf(statement),
        ...(this.#more > 0 && { more: this.#more, longestMs: Math.round(this.#longestMs) }),
      },
      'a query of the database took long: see what else keeps this machine or its disk busy; please report the ' +
        'statement if nothing does',
    );
    this.#toldMs = nowMs;
    this.#more = 0;
    this.#longestMs = 0;
  }
}

/** A statement in a line, without what could be a value: texts and numbers stand in the parameters, mostly. */
function shapeOf(statement: string): string {
  const shape = statement
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$".])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    // As many of a list as there happen to be.
    .replace(/(\?|\$\d+)(?:, ?(?:\?|\$\d+))+/g, '$1, …');
  return shape.length > QUOTED_CHARACTERS ? `${shape.slice(0, QUOTED_CHARACTERS)}…` : shape;
}
