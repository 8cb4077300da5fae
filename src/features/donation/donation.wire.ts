import * as z from 'zod/mini';

/** What an hour of radio costs, in euros [R70]. */
export const radioCostSchema = z.object({
  bills: z.array(z.object({ what: z.string(), euros_per_month: z.number() })),
  /** All bills together. */
  month: z.number(),
  /** All streams on air for an hour. */
  hour: z.number(),
  /** One person listening for an hour; null where it was not counted. */
  heard: z.nullable(
    z.object({
      /** Start of the count, ISO 8601. */
      since: z.string(),
      /** Heard since then, by all listeners together. */
      hours: z.number(),
      hour: z.number(),
    }),
  ),
});
export type RadioCost = z.infer<typeof radioCostSchema>;

/** `donation` [W100] */
export const donationSchema = z.object({
  /** Address of the form that the page embeds; '' for none. */
  form: z.string(),
  /** `click`: nothing of the form's site is loaded before a visitor asks for it. */
  load: z.enum(['click', 'always']),
  /** Origins that the form may lead its frame to, beside its own. */
  origins: z.array(z.string()),
  /** The association's; '' for what the station does not say. */
  name: z.string(),
  address: z.string(),
  email: z.string(),
  /** Null without bills. */
  cost: z.nullable(radioCostSchema),
});
export type Donation = z.infer<typeof donationSchema>;
