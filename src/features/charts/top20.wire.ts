import * as z from 'zod/mini';
import { listedTrackSchema } from '#src/records/songs/listed-track.wire.ts';
import { CHART_RULES } from './chart-rules.ts';

/** One row of `top20` [W26] */
export const chartRowSchema = z.extend(listedTrackSchema, {
  /** Plays in the chart's 30 days. */
  nbdiff: z.number(),
  /** From 1. */
  rank: z.number(),
  /** In the chart of the week before; null for a newcomer. */
  previous_rank: z.nullable(z.number()),
  /** Why it stands there: its figures, and what decided between it and the row above (for the first: below). */
  why: z.object({ plays: z.number(), likes: z.number(), rule: z.enum(CHART_RULES) }),
});
export type ChartRow = z.infer<typeof chartRowSchema>;

/** At most 20, first place first. */
export const chartSchema = z.array(chartRowSchema);
