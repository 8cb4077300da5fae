import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Database } from './database.ts';

/** How long a query of the database may take before the log tells of it [W201]. */
const SLOW_QUERY_MS = 250;
/** Most of a statement that a line quotes. */
const QUOTED_CHARACTERS = 300;

/** How much a database was asked since it was opened. */
export interface QueryFigures {
  readonly count: number;
  /** All of them together, milliseconds. */
  readonly tookMs: number;
  /** Those that took `SLOW_QUERY_MS` or more. */
  readonly slow: number;
}

const counted = new WeakMap<Database, SlowQueries>();

/** The figures of a database that `openDatabase` has opened; null for another one. */
export function queryFigures(db: Database): QueryFigures | null {
  return counted.get(db)?.figures ?? null;
}

/**
 * Counts queries, and tells of those that take long: a line a minute at most, and in it how many more there were
 * since the line before. Only the shape of a statement is told: its values are people's, and are sent beside it.
 */
export class SlowQueries {
  readonly #logger: Logger;
  #toldMs = Number.NEGATIVE_INFINITY;
  #more = 0;
  #longestMs = 0;
  readonly #figures = { count: 0, tookMs: 0, slow: 0 };

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get figures(): QueryFigures {
    return this.#figures;
  }

  /** Gives the figures to whoever asks by the database. */
  countFor(db: Database): void {
    counted.set(db, this);
  }

  /** @param nowMs on any clock that goes on evenly */
  note(statement: string, tookMs: number, nowMs: number): void {
    this.#figures.count += 1;
    this.#figures.tookMs += tookMs;
    if (tookMs < SLOW_QUERY_MS) return;
    this.#figures.slow += 1;
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
