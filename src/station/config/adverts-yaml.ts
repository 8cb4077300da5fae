import { z } from 'zod';
import { daySchema, isForwards, NOT_FORWARDS } from './days-yaml.ts';

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
