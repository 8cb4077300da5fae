import * as z from 'zod/mini';

const texts = z.record(z.string(), z.string());

/** One element of `fluxaudio.json`, with every language's texts (the root document sends one language's). */
export const publicStreamSchema = z.object({
  id: z.string(),
  version: z.string(),
  name: z.string(),
  /** `/logo-{image}.png` */
  image: z.string(),
  /** `rgba(r,g,b,a)` */
  color: z.string(),
  url: z.string(),
  hls: z.string(),
  /** By language; complete in all eight (fallback en, then fr, already applied). */
  genre: texts,
  description: texts,
});
export type PublicStream = z.infer<typeof publicStreamSchema>;

/** How visitors show that they are no robots: by a proof of work, or by Google's reCAPTCHA with a key. */
export const captchaFactsSchema = z.object({
  kind: z.enum(['builtin', 'recaptcha']),
  /** '' for `builtin`. */
  siteKey: z.string(),
});

/** Whom to write to; what the station does not say is ''. */
export const associationFactsSchema = z.object({
  name: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
});

/** The public facts of the station that pages and clients need (`station.json` [W66]). */
export const publicStationSchema = z.object({
  name: z.string(),
  timezone: z.string(),
  since: z.number(),
  languages: z.array(z.string()),
  links: texts,
  apps: texts,
  apiKey: z.string(),
  captcha: captchaFactsSchema,
  socialSignIn: z.object({ google: z.boolean(), apple: z.boolean() }),
  playerHost: z.string(),
  association: associationFactsSchema,
});

/** Everything a page needs to know of the station. */
export const stationForPagesSchema = z.extend(publicStationSchema, {
  origin: z.string(),
  /** Where a browser learns its own address, in order: `ip` is Onde itself. */
  addressServices: z.array(z.string()),
  association: z.extend(associationFactsSchema, {
    registry: z.string(),
    trademark: z.string(),
    publisher: z.string(),
    host: z.string(),
  }),
  streams: z.array(publicStreamSchema),
});
export type PublicStation = z.infer<typeof stationForPagesSchema>;
