import * as z from 'zod/mini';

/** `legal` [W101]. Texts are Markdown. */
export const legalSchema = z.object({
  /** The whole notice, in French. */
  fr: z.string(),
  /** An excerpt, in English. */
  en: z.string(),
  /** Where questions go; '' when the station does not say. */
  email: z.string(),
});
export type Legal = z.infer<typeof legalSchema>;
