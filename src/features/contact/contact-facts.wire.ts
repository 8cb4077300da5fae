import * as z from 'zod/mini';
import { associationFactsSchema, captchaFactsSchema } from '#src/station/config/public-station.wire.ts';

/** What the contact page reads of `/station.json` [W66]. */
export const contactFactsSchema = z.object({
  captcha: captchaFactsSchema,
  association: associationFactsSchema,
});
export type ContactFacts = z.infer<typeof contactFactsSchema>;
