import * as z from 'zod/mini';

/** `chart-weeks`: the ISO 8601 names of all weeks whose charts are kept, newest first. */
export const chartWeeksSchema = z.array(z.string());
