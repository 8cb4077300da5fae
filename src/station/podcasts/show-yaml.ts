import { z } from 'zod';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { SCHEDULED_STREAMS } from '#src/contract/streams.ts';
import { nearestName } from '#src/platform/settings/setting-names.ts';
import { instantOf, isInCalendar, type WallTime } from '#src/platform/time-zone/wall-time.ts';
import { streamIdYaml } from '#src/station/stream-id-yaml.ts';
import { findPodcastCategory, podcastCategoryNames } from './itunes-categories.ts';

const address = z.url({ protocol: /^https?$/, error: 'expected an address such as https://example.org' });

/** `show.yaml` (docs/station.md). Whether its picture is a picture is checked where files can be read. */
export const showYamlSchema = z.strictObject({
  title: z.string('expected the title of the show').min(1, 'expected the title of the show'),
  description: z.string().default(''),
  author: z.string().default(''),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'expected a language such as fr or en-GB')
    .default('fr'),
  category: z
    .string()
    .superRefine((name, context) => {
      if (findPodcastCategory(name) === null) context.addIssue(categoryFault(name));
    })
    .default('Music'),
  image: z.string().optional(),
  stream: z.union(
    [streamIdYaml.transform((id) => [id]), z.array(streamIdYaml).min(1, 'expected at least one stream')],
    {
      error: `expected a stream, or a list of streams: ${SCHEDULED_STREAMS.join(', ')}`,
    },
  ),
  explicit: z.boolean('expected true or false').default(false),
  itunes: address.optional(),
  deezer: address.optional(),
  youtube: address.optional(),
  feed: address.optional(),
});
export type ShowYaml = z.infer<typeof showYamlSchema>;

/** `{file}.yaml` beside an episode. */
export const episodeYamlSchema = z.strictObject({
  title: z.string().min(1, 'expected a title').optional(),
  date: z
    .string()
    .refine(
      (text) => parseDate(text, 'UTC') !== null,
      'expected a date such as 2026-11-21 or 2026-11-21 18:30',
    )
    .optional(),
  description: z.string().optional(),
  guid: z.string().min(1, 'expected a text').optional(),
});
export type EpisodeYaml = z.infer<typeof episodeYamlSchema>;
/** A show may be called 1984. */
export const SHOW_TEXTS = ['title'];
/** Of digits alone or not, a guid stays what it was in the feed that it comes from. */
export const EPISODE_TEXTS = ['guid', 'title'];

/**
 * Returns the instant of a day, at midnight or at a given time, by the station's clock unless an offset says
 * otherwise. Null for a text that is no date.
 */
export function parseDate(text: string, timezone: string): number | null {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text.trim(),
    );
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const wall: WallTime = { year, month, day, hour, minute, second };
  if (!isInCalendar(wall)) return null;
  const offset = match[7];
  if (offset === undefined) return instantOf(wall, timezone);
  return instantOf(wall, 'UTC') - offsetMinutes(offset) * MINUTE_MS;
}

function offsetMinutes(offset: string): number {
  if (offset === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return offset.startsWith('-') ? -minutes : minutes;
}

function categoryFault(name: string): string {
  const nearest = nearestName(name, podcastCategoryNames());
  const meant = nearest ? `; did you mean ${nearest}?` : '';
  return `expected a category of the podcast directories, such as Music or Music Interviews${meant}`;
}
