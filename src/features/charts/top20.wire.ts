import * as z from 'zod/mini';
import { type ListedTrack, namedByTitle, toldTrackSchema } from '#src/records/songs/listed-track.wire.ts';

/** The rules between two rows of a chart, in order [R31]: plays, then likes, then title. */
export const CHART_RULES = ['plays', 'likes', 'title'] as const;
export type ChartRule = (typeof CHART_RULES)[number];

/** One row of `top20` [W26]; all but its title and plays may go without saying [A85]. */
const chartRowSchema = z.extend(toldTrackSchema, {
  /** Plays in the chart's 30 days. */
  nbdiff: z.number(),
  /** From 1. */
  rank: z.optional(z.number()),
  /** Rank in the chart of the week before; null for a newcomer. */
  previous_rank: z._default(z.nullable(z.number()), null),
  /**
   * Why it has its rank: its figures, and the rule between it and the row above (for the first row: the one below);
   * null when that is not said.
   */
  why: z._default(
    z.nullable(z.object({ plays: z.number(), likes: z.number(), rule: z.enum(CHART_RULES) })),
    null,
  ),
});
export type ChartRow = z.infer<typeof chartRowSchema> & ListedTrack & { readonly rank: number };

/** At most 20, first place first. */
export const chartSchema = z.pipe(
  z.array(chartRowSchema),
  z.transform((rows): ChartRow[] =>
    rows.map((row, index) => ({ ...namedByTitle(row), rank: row.rank ?? index + 1 })),
  ),
);

/** `chart-weeks`: the ISO 8601 names of all weeks whose charts are kept, newest first. */
export const chartWeeksSchema = z.array(z.string());
