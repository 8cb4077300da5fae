import { type Finding, isMinor, type Problem } from '#src/robots/finding.wire.ts';
import type { Pair } from './rounds.ts';

/** [R182] Findings in a row that make a trouble, and that end it: one of either may be chance. */
const FINDINGS_IN_A_ROW = 2;

/** Something that listeners suffer from, on a stream as one kind of device hears it. */
export interface Trouble extends Pair {
  readonly problem: Problem;
  /** What was found, for the operator. */
  readonly detail: string;
  /** When it was first found, milliseconds since the Unix epoch. */
  readonly sinceMs: number;
}

/** What a finding changed. */
export interface Change {
  readonly began: Trouble | null;
  /** The trouble that is over, and the first finding without it. */
  readonly ended: { trouble: Trouble; untilMs: number } | null;
}

interface Row {
  /** The first finding of the row. */
  readonly first: Finding;
  readonly count: number;
}

/**
 * Tells trouble from chance [R182]: what is found twice in a row begins or ends one. One of the sound and one beside it
 * give way to each other.
 */
export class TroubleState {
  readonly #open = new Map<string, Trouble>();
  /** Findings in a row that say otherwise than what holds. */
  readonly #rows = new Map<string, Row>();

  /** @param open what was open when another process wrote it down */
  constructor(open: readonly Trouble[] = []) {
    for (const trouble of open) this.#open.set(keyOf(trouble), trouble);
  }

  /** What is to be listened to again soon: open troubles, and what was found wrong once. */
  get failing(): Pair[] {
    const suspected = [...this.#rows.values()].map(({ first: { streamId, robot } }) => ({ streamId, robot }));
    const all = [...this.#open.values(), ...suspected];
    return [
      ...new Map(
        all.map(({ streamId, robot }) => [keyOf({ streamId, robot }), { streamId, robot }]),
      ).values(),
    ];
  }

  take(finding: Finding): Change {
    const key = keyOf(finding);
    const open = this.#open.get(key);
    const [problem] = finding.problems;
    const kind = kindOf(problem);
    if (kind === kindOf(open?.problem)) {
      this.#rows.delete(key);
      return { began: null, ended: null };
    }
    const before = this.#rows.get(key);
    const row = kindOf(before?.first.problems[0]) === kind ? before : undefined;
    const { first, count } = { first: row?.first ?? finding, count: (row?.count ?? 0) + 1 };
    if (count < FINDINGS_IN_A_ROW) {
      this.#rows.set(key, { first, count });
      return { began: null, ended: null };
    }
    this.#rows.delete(key);
    this.#open.delete(key);
    const ended = open === undefined ? null : { trouble: open, untilMs: first.atMs };
    if (problem === undefined) return { began: null, ended };
    const { streamId, robot, detail } = finding;
    const began = { streamId, robot, problem, detail, sinceMs: first.atMs };
    this.#open.set(key, began);
    return { began, ended };
  }
}

function kindOf(problem: Problem | undefined): 'none' | 'minor' | 'grave' {
  if (problem === undefined) return 'none';
  return isMinor(problem) ? 'minor' : 'grave';
}

function keyOf({ streamId, robot }: Pair): string {
  return `${streamId} ${robot}`;
}
