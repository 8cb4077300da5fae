import { z } from 'zod';
import { LANGUAGES } from '#src/contract/languages.ts';
import { SLOT_PLACES } from '#src/contract/slots.ts';
import { isInCalendar } from '#src/platform/time-zone/wall-time.ts';

/** Characters of a text that is no name. */
export const TEXT_MAX = 2_000;

/** A day in the station's time zone. YAML reads 2026-01-01 as text. */
const daySchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'expected a day such as 2026-01-31')
  .refine(isDay, 'expected a day that is in the calendar');

/** First and last day of something; without one of them it has no beginning or no end. */
interface Days {
  from?: string | undefined;
  until?: string | undefined;
}

/** Whether the last day does not come before the first one. */
function isForwards({ from, until }: Days): boolean {
  return from === undefined || until === undefined || from <= until;
}

/** Whether a day, `YYYY-MM-DD`, is one of them; the first and the last one count. */
export function isWithin({ from, until }: Days, day: string): boolean {
  return (from === undefined || from <= day) && (until === undefined || day <= until);
}

/** The problem of a last day before the first. */
const NOT_FORWARDS = { path: ['until'], error: 'expected the day of from, or a later one' };

function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return isInCalendar({ year, month, day, hour: 0, minute: 0, second: 0 });
}

const minute = z
  .int('expected a whole minute from 0 to 59')
  .min(0, 'expected a minute from 0 to 59')
  .max(59, 'expected a minute from 0 to 59');

/** When a stream's advert breaks come, and how many spots each has. The first and the last day count. */
export const advertsSchema = z
  .strictObject({
    /** Minutes of each hour: a break comes with the next join between two pieces. */
    minutes: z.array(minute).min(1, 'expected at least one minute, such as [20, 50]'),
    spots: z
      .int('expected a whole number of spots')
      .min(1, 'expected at least 1')
      .max(20, 'expected at most 20')
      .default(1),
    from: daySchema.optional(),
    until: daySchema.optional(),
  })
  .refine(isForwards, NOT_FORWARDS);
export type Adverts = z.infer<typeof advertsSchema>;

/**
 * An https address with both of its slashes: on a page of https, a browser takes `https:/example.org` for the path
 * /example.org of that site.
 */
export function httpsAddress(error: string) {
  return z.url({ protocol: /^https$/, error, abort: true }).regex(/^https:\/\//i, error);
}

/** An advert on the site. The first and the last day count, by the station's clock; without them it is always due. */
export const slotSchema = z
  .strictObject({
    place: z.enum(SLOT_PLACES, `expected one of ${SLOT_PLACES.join(', ')}`),
    /** Path from STATION_DIR. */
    image: z.string().min(1, 'expected the path of a picture, from the station folder'),
    link: httpsAddress('expected an address such as https://example.org'),
    /** What the picture says, for those who do not see it. */
    alt: z
      .string()
      .min(1, 'expected what the picture says, in words')
      .max(TEXT_MAX, `expected at most ${TEXT_MAX} characters`),
    /** Languages of the pages that it stands on; all unless given. */
    languages: z.array(z.enum(LANGUAGES, `expected one of ${LANGUAGES.join(', ')}`)).optional(),
    from: daySchema.optional(),
    until: daySchema.optional(),
  })
  .refine(isForwards, NOT_FORWARDS);
export type SlotConfig = z.infer<typeof slotSchema>;
