import * as z from 'zod/mini';
import { associationFactsSchema, captchaFactsSchema } from '#src/station/config/public-station.wire.ts';

/** What the contact page reads of `/station.json` [W66]. */
export const contactFactsSchema = z.object({
  captcha: captchaFactsSchema,
  association: associationFactsSchema,
});
export type ContactFacts = z.infer<typeof contactFactsSchema>;

const hex = z.string().check(z.regex(/^[0-9a-f]{2,128}$/));

/** A challenge of altcha-lib, with the parameters that we use; they are signed as a whole. */
export const challengeSchema = z.object({
  parameters: z.object({
    algorithm: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: hex,
    keySignature: hex,
    nonce: hex,
    salt: hex,
    /** `expires`: the first second (since 1970) at which a proof no longer counts. */
    data: z.object({ expires: z.number() }),
  }),
  signature: hex,
});
export type Challenge = z.infer<typeof challengeSchema>;

/** What `recaptchaToken` holds in base64: the challenge, and the number that solves it. */
export const solvedSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.number(), derivedKey: hex }),
});
export type Solved = z.infer<typeof solvedSchema>;
