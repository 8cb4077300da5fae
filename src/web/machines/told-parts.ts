import { hash } from 'node:crypto';
import { z } from 'zod';
import { nowPlayingListSchema } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { LANGUAGES } from '#src/contract/languages.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { lastBackupSchema } from '#src/platform/last-backup/last-backup.ts';
import type { Biographies } from '#src/station/biographies/biographies.ts';
import { advertsSchema, slotSchema } from '#src/station/config/adverts-yaml.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { LEGAL_LANGUAGES, type LegalTexts } from '#src/station/legal/legal-texts.ts';
import { chapterSchema } from '#src/station/podcasts/episode-finding.ts';
import type { PodcastShow } from '#src/station/podcasts/podcast-show.ts';
import { scheduleEventSchema } from '#src/station/schedule/schedule-event.wire.ts';
import type { Schedules } from '#src/station/schedule/schedules.ts';
import type { Videos } from '#src/station/videos/videos.ts';

const texts = z.record(z.enum(LANGUAGES), z.string());
const streamId = z.enum(STREAM_IDS);

const configSchema: z.ZodType<StationConfig> = z.object({
  name: z.string(),
  association: z.record(
    z.enum(['name', 'address', 'registry', 'trademark', 'publisher', 'email', 'phone', 'host']),
    z.string(),
  ),
  since: z.number(),
  timezone: z.string(),
  links: z.partialRecord(z.enum(['facebook', 'instagram', 'twitter', 'youtube', 'discord']), z.string()),
  apps: z.partialRecord(z.enum(['android', 'ios', 'windows']), z.string()),
  donation: z.object({
    form: z.string(),
    load: z.enum(['click', 'always']),
    origins: z.array(z.string()),
    bills: z.array(z.object({ what: z.string(), eurosPerMonth: z.number() })),
  }),
  streams: z.array(
    z.object({
      id: streamId,
      version: z.string(),
      name: z.string(),
      image: z.string(),
      colour: z.string(),
      genre: texts,
      description: texts,
      jingleEvery: z.number(),
      adverts: advertsSchema.nullable(),
      hours: z.array(
        z.object({ days: z.array(z.number()), from: z.number(), until: z.number(), folder: z.string() }),
      ),
    }),
  ),
  slots: z.array(slotSchema),
});

const biographySchema = z.object({
  folder: z.string(),
  name: z.string().nullable(),
  texts: z.partialRecord(z.enum(LANGUAGES), z.string()),
});

const videoSchema = z.object({
  path: z.string(),
  file: z.string(),
  sizeBytes: z.number(),
  modifiedMs: z.number(),
  keys: z.array(z.string()),
});

const showSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.string(),
  language: z.string(),
  category: z.object({ main: z.string(), narrow: z.string().nullable() }),
  image: z
    .union([z.object({ file: z.string(), path: z.string() }), z.object({ address: z.string() })])
    .nullable(),
  streams: z.array(streamId),
  explicit: z.boolean(),
  links: z.partialRecord(z.enum(['itunes', 'deezer', 'youtube']), z.string()),
  feed: z.string().nullable(),
  episodes: z.array(
    z.object({
      file: z.string(),
      path: z.string(),
      title: z.string(),
      description: z.string(),
      publishedMs: z.number(),
      guid: z.string(),
      durationSeconds: z.number(),
      sizeBytes: z.number(),
      contentType: z.string(),
      chapters: z.array(chapterSchema),
    }),
  ),
});

/** Where the radio's machine answers other machines of the station, the likeliest first. */
const radioSchema = z.object({
  addresses: z.array(z.string()),
  /** How far its clock, by which titles are dated, is ahead of the database's; earlier versions do not say. */
  aheadMs: z.number().optional(),
});

/**
 * Everything of the station that a web process on another machine is told, by the name of its row: `station.yaml`
 * without the adverts whose picture is missing, the content of the station folder, what is on air, where the
 * radio's machine is, and how its backups go. A list of pairs stands for a map. Each part is read by this
 * version's own shape: one that another version wrote otherwise is not taken.
 */
export const TOLD_PARTS = {
  config: configSchema,
  schedules: mapOf(streamId, z.array(scheduleEventSchema)) satisfies z.ZodType<Schedules>,
  podcasts: mapOf(z.string(), showSchema) satisfies z.ZodType<ReadonlyMap<string, PodcastShow>>,
  biographies: mapOf(z.string(), biographySchema) satisfies z.ZodType<Biographies>,
  videos: mapOf(z.string(), videoSchema) satisfies z.ZodType<Videos>,
  legal: z.partialRecord(z.enum(LEGAL_LANGUAGES), z.string()) satisfies z.ZodType<LegalTexts>,
  onAir: nowPlayingListSchema,
  radio: radioSchema,
  backup: lastBackupSchema,
} as const;

export type ToldPart = keyof typeof TOLD_PARTS;
export type Told<Part extends ToldPart> = z.output<(typeof TOLD_PARTS)[Part]>;
export type ToldStation = { readonly [Part in ToldPart]: Told<Part> };

export const TOLD_PART_NAMES = Object.keys(TOLD_PARTS).filter(isToldPart);

export function isToldPart(name: string): name is ToldPart {
  return Object.hasOwn(TOLD_PARTS, name);
}

/** A part as it is stored, with a version that differs when anything in it does. */
export function storePart(value: object): { version: string; content: string } {
  const content = JSON.stringify(value instanceof Map ? [...value] : value);
  return { version: hash('sha256', content, 'base64url').slice(0, 22), content };
}

/**
 * A part as it was stored.
 * @throws for what is no JSON, or has another shape than this version's
 */
export function readPart<Part extends ToldPart>(part: Part, content: string): Told<Part>;
export function readPart(part: ToldPart, content: string): unknown {
  return TOLD_PARTS[part].parse(JSON.parse(content));
}

function mapOf<Key extends z.ZodType, Value extends z.ZodType>(key: Key, value: Value) {
  const pairs = z.array(z.tuple([z.unknown(), z.unknown()]));
  return pairs.transform((all) => new Map(all)).pipe(z.map(key, value));
}
