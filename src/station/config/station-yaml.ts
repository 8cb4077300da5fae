import { z } from 'zod';
import { STREAM_IDS, STREAM_VERSIONS } from '#src/contract/streams.ts';
import { printable } from '#src/platform/log/printable.ts';
import { streamIdYaml } from '#src/station/stream-id-yaml.ts';
import { advertsSchema, httpsAddress, slotSchema, TEXT_MAX } from './adverts-yaml.ts';

const address = z.url({ protocol: /^https?$/, error: 'expected an address such as https://example.org' });
const text = z.string().max(TEXT_MAX, `expected at most ${TEXT_MAX} characters`);
const optionalText = text.optional();
const LINE_MAX = 100;
/** A name as players, mails and titles of pages show it, in one line. */
const nameOf = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `expected the name of ${what}`)
    .max(LINE_MAX, `expected a name of at most ${LINE_MAX} characters`)
    .refine((name) => printable(name) === name, 'expected a name in one line, without control characters');
/** A name that is part of addresses and names of files. */
const shortName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'expected a short name of letters, digits, - and _, such as onde');
/** Texts by language code; missing languages fall back to en, then fr (docs/station.md). */
const texts = z.strictObject({
  fr: optionalText,
  en: optionalText,
  de: optionalText,
  pl: optionalText,
  es: optionalText,
  it: optionalText,
  ru: optionalText,
  nl: optionalText,
});
const wholeHour = (from: number, to: number) =>
  z
    .int(`expected a whole hour from ${from} to ${to}`)
    .min(from, `expected an hour from ${from} to ${to}`)
    .max(to, `expected an hour from ${from} to ${to}`);

/** A colour: a byte three times, then how opaque it is. */
const BYTE = String.raw`\s*(?:25[0-5]|2[0-4]\d|1?\d?\d)\s*`;
const COLOUR = new RegExp(String.raw`^rgba?\(${BYTE},${BYTE},${BYTE}(?:,\s*(?:0|1|0?\.\d+|[01]\.0*)\s*)?\)$`);

const HEX_COLOUR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

const ORIGINS_MAX = 20;
const ORIGIN = /^https:\/\/[a-z\d.-]+(?::\d+)?\/?$/i;
/**
 * An origin to pay at. Policies of pages name origins: a path in one would be a promise that browsers do not
 * keep.
 */
const paymentOrigin = z
  .string()
  .refine(
    (written) => ORIGIN.test(written) && URL.canParse(written),
    'expected an https origin such as https://pay.example.org, with nothing behind the name',
  )
  .transform((written) => new URL(written).origin);

const EUROS_MAX = 1_000_000;

const hours = z
  .strictObject({
    /** 1 = Monday … 7 = Sunday. */
    days: z
      .array(
        z
          .int()
          .min(1, 'expected a day from 1 (Monday) to 7 (Sunday)')
          .max(7, 'expected a day from 1 (Monday) to 7 (Sunday)'),
      )
      .default([1, 2, 3, 4, 5, 6, 7]),
    from: wholeHour(0, 23),
    until: wholeHour(1, 24),
    /** Folder below music/{streamId}/ to draw from. */
    folder: text.min(1, 'expected the name of a folder below music/{stream}/'),
  })
  .refine(({ from, until }) => from !== until, {
    path: ['until'],
    error: 'expected another hour than from; a whole day is from 0 until 24',
  });

const stream = z.strictObject({
  id: streamIdYaml,
  version: shortName.optional(),
  name: nameOf('the stream').optional(),
  image: shortName.optional(),
  colour: z
    .string()
    .refine(
      (written) => COLOUR.test(written) || HEX_COLOUR.test(written),
      'expected a colour such as "#f29838", or rgba(242,152,56,1): three numbers from 0 to 255, one from 0 to 1',
    )
    .transform((written) => (written.startsWith('#') ? rgbaOf(written) : written))
    .optional(),
  genre: texts.optional(),
  description: texts.optional(),
  /** A jingle after this many tracks; 0 for none. */
  jingleEvery: z.int('expected a whole number of tracks').min(0, 'expected 0 (none) or more').optional(),
  adverts: advertsSchema.optional(),
  hours: z.array(hours).optional(),
});

const YEAR = 'expected a year such as 2001, without quotes';

/** `station.yaml` (docs/station.md). Every key may be left out; unknown keys are problems. */
export const stationYamlSchema = z.strictObject({
  name: nameOf('the radio').optional(),
  association: z
    .strictObject({
      name: optionalText,
      address: optionalText,
      registry: optionalText,
      trademark: optionalText,
      publisher: optionalText,
      email: z.email('expected an e-mail address').optional(),
      phone: optionalText,
      host: optionalText,
    })
    .optional(),
  since: z.int(YEAR).min(1900, YEAR).max(2200, YEAR).optional(),
  timezone: z.string().refine(isTimeZone, 'expected an IANA time zone such as Europe/Paris').optional(),
  links: z
    .strictObject({
      facebook: address.optional(),
      instagram: address.optional(),
      twitter: address.optional(),
      youtube: address.optional(),
      discord: address.optional(),
    })
    .optional(),
  apps: z
    .strictObject({ android: address.optional(), ios: address.optional(), windows: address.optional() })
    .optional(),
  donation: z
    .strictObject({
      /** It takes money: nobody on the way may read or change it. */
      form: httpsAddress('expected an https address such as https://example.org/form').optional(),
      load: z.enum(['click', 'always'], 'expected click or always').default('click'),
      /** Where the form leads on to within its frame, to pay. */
      origins: z.array(paymentOrigin).max(ORIGINS_MAX, `expected at most ${ORIGINS_MAX} origins`).default([]),
      bills: z
        .array(
          z.strictObject({
            what: text,
            eurosPerMonth: z
              .number('expected a number of euros')
              .min(0, 'expected 0 or more')
              .max(EUROS_MAX, `expected at most ${EUROS_MAX}`),
          }),
        )
        .default([]),
    })
    .optional(),
  streams: z
    .array(stream)
    .superRefine((given, context) =>
      checkDistinct(given, (issue) => context.addIssue({ code: 'custom', ...issue })),
    )
    .optional(),
  /** An entry that breaks a rule is left out alone (./read-station-config.ts). */
  slots: z.array(slotSchema).optional(),
});
export type StationYaml = z.infer<typeof stationYamlSchema>;
export type StreamYaml = z.infer<typeof stream>;

interface Issue {
  path: (string | number)[];
  message: string;
}

/**
 * Reports a stream that is given again, and streams that cannot be told apart: a `version` names one stream,
 * as its id does [R2, W16], and an `image` one logo. The defaults hold for what a stream leaves out.
 */
function checkDistinct(given: readonly StreamYaml[], report: (issue: Issue) => void): void {
  for (const [at, { id }] of given.entries()) {
    const first = given.findIndex((stream) => stream.id === id);
    if (first < at)
      report({ path: [at, 'id'], message: `expected each stream once; streams[${first}] is ${id}, too` });
  }
  const streams = STREAM_IDS.map((id) => {
    const at = given.findIndex((stream) => stream.id === id);
    const written: StreamYaml = given[at] ?? { id };
    return { at, written, id, version: written.version ?? STREAM_VERSIONS[id], image: written.image ?? id };
  });
  for (const stream of streams) {
    const others = streams.filter((other) => other.id !== stream.id);
    /** Only a value that is written in the file can be wrong; of two equal ones, the later. */
    const collides = (key: 'version' | 'image') =>
      stream.written[key] === undefined
        ? undefined
        : others.find(
            (other) =>
              other[key] === stream[key] && (other.written[key] === undefined || other.at < stream.at),
          );
    const named = others.find(({ id }) => id === stream.version);
    const alike = collides('version');
    if (named !== undefined)
      report({
        path: [stream.at, 'version'],
        message: `expected another version; ${stream.version} is the id of another stream`,
      });
    else if (alike !== undefined)
      report({
        path: [stream.at, 'version'],
        message: `expected another version; ${alike.id} has the same: ${stream.version}`,
      });
    const pictured = collides('image');
    if (pictured !== undefined)
      report({
        path: [stream.at, 'image'],
        message: `expected another image; ${pictured.id} has the same: ${stream.image}`,
      });
  }
}

/** Converts `#f29838` and `#f83` to the form that stream colours have everywhere else. */
export function rgbaOf(hex: string): string {
  const digits = hex.slice(1);
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  return `rgba(${pairs.map((pair) => Number.parseInt(pair, 16)).join(',')},1)`;
}

/**
 * Whether a name is a time zone. An offset such as +01:00 is not: it knows no summer, and older browsers do
 * not know it.
 */
function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
