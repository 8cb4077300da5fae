/** A chart counts the plays and likes of this long [R31, W26]. */
export const CHART_WINDOW_MS = 30 * 86_400_000;

/** The figures that decide a rank. */
export interface ChartScore {
  readonly plays: number;
  readonly likes: number;
}

/**
 * Plays go first, then likes: negative when `a` stands above `b`, positive when below, 0 when the title
 * has to say.
 */
export function compareScores(a: ChartScore, b: ChartScore): number {
  return b.plays - a.plays || b.likes - a.likes;
}

/** The ids that can stand in the first `count` ranks: those with as many plays as the last of them, or more. */
export function candidatesFor<Id>(count: number, plays: ReadonlyMap<Id, number>): Id[] {
  const most = [...plays.values()].sort((a, b) => b - a);
  const atLeast = most[count - 1] ?? 0;
  return [...plays].flatMap(([id, times]) => (times >= atLeast ? [id] : []));
}
