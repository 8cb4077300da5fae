import * as z from 'zod/mini';
import { listedTrackSchema } from '#src/records/songs/listed-track.wire.ts';

/** The rules between two rows of a chart, in order [R31]: plays, then likes, then title. */
export const CHART_RULES = ['plays', 'likes', 'title'] as const;
export type ChartRule = (typeof CHART_RULES)[number];

/** One row of `top20` [W26] */
export const chartRowSchema = z.extend(listedTrackSchema, {
  /** Plays in the chart's 30 days. */
  nbdiff: z.number(),
  /** From 1. */
  rank: z.number(),
  /** Rank in the chart of the week before; null for a newcomer. */
  previous_rank: z.nullable(z.number()),
  /** Why it has its rank: its figures, and the rule between it and the row above (for the first row: the one below). */
  why: z.object({ plays: z.number(), likes: z.number(), rule: z.enum(CHART_RULES) }),
});
export type ChartRow = z.infer<typeof chartRowSchema>;

/** At most 20, first place first. */
export const chartSchema = z.array(chartRowSchema);

/** `chart-weeks`: the ISO 8601 names of all weeks whose charts are kept, newest first. */
export const chartWeeksSchema = z.array(z.string());
