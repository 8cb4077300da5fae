import * as z from 'zod/mini';
import { isLanguage, type Language } from '#src/contract/languages.ts';
import { SLOT_PLACES } from '#src/contract/slots.ts';

/** An advert that is due today [W87]. */
const slotSchema = z.object({
  /** For its picture and its counts. */
  id: z.string(),
  place: z.enum(SLOT_PLACES),
  /** Address of the picture; `?w=` asks for a width. */
  picture: z.string(),
  link: z.string(),
  /** What the picture says. */
  alt: z.string(),
  /** Languages of the pages that it stands on; none for all. */
  languages: z.array(z.custom<Language>(isLanguage)),
});
export type Slot = z.infer<typeof slotSchema>;

/** `slots` GET: one reply for every language, since the pages around it stay while the language changes. */
export const dueSlotsSchema = z.object({
  /** Counts up: of several adverts for a place each turn shows the next. */
  turn: z.number(),
  slots: z.array(slotSchema),
});
export type DueSlots = z.infer<typeof dueSlotsSchema>;

/** `slots` POST */
export const slotEventSchema = z.object({
  id: z.string().check(z.maxLength(64, 'too_long')),
  event: z.pipe(z.string(), z.enum(['view', 'click'])),
});
