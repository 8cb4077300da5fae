/** One figure of Onde beside the same figure of its peer, measured in the same run. */
export interface Result {
  what: string;
  unit: string;
  onde: number;
  /** Null where nothing comparable runs here; then `limit` alone says what is asked. */
  peer: { name: string; figure: number } | null;
  /**
   * What the figure (or, with `of: 'ratio'`, Onde ÷ peer) has to stay at or below; with `atLeast`, at or
   * above.
   */
  goal: { of: 'figure' | 'ratio'; atMost?: number; atLeast?: number };
}

/** Onde ÷ peer. */
export function ratioOf({ onde, peer }: Result): number | null {
  return peer === null ? null : onde / peer.figure;
}

export function isReached(result: Result): boolean {
  const value = result.goal.of === 'ratio' ? ratioOf(result) : result.onde;
  if (value === null || Number.isNaN(value)) return false;
  return (
    value <= (result.goal.atMost ?? Number.POSITIVE_INFINITY) &&
    value >= (result.goal.atLeast ?? Number.NEGATIVE_INFINITY)
  );
}
