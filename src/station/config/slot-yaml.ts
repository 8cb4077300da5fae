import { z } from 'zod';
import { LANGUAGES } from '#src/contract/languages.ts';
import { SLOT_PLACES } from '#src/contract/slots.ts';
import { daySchema, isForwards, NOT_FORWARDS } from './days-yaml.ts';

/** An advert on the site. The first and the last day count, by the station's clock; without them it is always due. */
export const slotSchema = z
  .strictObject({
    place: z.enum(SLOT_PLACES, `expected one of ${SLOT_PLACES.join(', ')}`),
    /** Path from STATION_DIR. */
    image: z.string().min(1, 'expected the path of a picture, from the station folder'),
    link: z.url({ protocol: /^https$/, error: 'expected an address such as https://example.org' }),
    /** What the picture says, for those who do not see it. */
    alt: z.string().min(1, 'expected what the picture says, in words'),
    /** Languages of the pages that it stands on; all unless given. */
    languages: z.array(z.enum(LANGUAGES, `expected one of ${LANGUAGES.join(', ')}`)).optional(),
    from: daySchema.optional(),
    until: daySchema.optional(),
  })
  .refine(isForwards, NOT_FORWARDS);
export type SlotConfig = z.infer<typeof slotSchema>;
