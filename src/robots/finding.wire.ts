import * as z from 'zod/mini';
import { STREAM_IDS } from '#src/contract/streams.ts';

/** What the station's robots listen as [R179]. */
export const ROBOTS = ['browser', 'safari', 'vlc', 'sonos', 'hls'] as const;
export type Robot = (typeof ROBOTS)[number];

/** What can be wrong with what a robot hears [R181]; the worst first. */
export const PROBLEMS = [
  'unreachable',
  'refused',
  'wrong_answer',
  'cut_off',
  'silent',
  'no_music',
  'broken_sound',
  'gap',
  'clipped',
  'slow_start',
  'playlist_wrong',
  'title_wrong',
  'cover_missing',
] as const;
export type Problem = (typeof PROBLEMS)[number];

/** What is wrong beside the sound: the stream can be heard as it should. */
const MINOR: ReadonlySet<Problem> = new Set(['slow_start', 'playlist_wrong', 'title_wrong', 'cover_missing']);

export function isMinor(problem: Problem): boolean {
  return MINOR.has(problem);
}

export const robotSchema = z.enum(ROBOTS);
export const problemSchema = z.enum(PROBLEMS);

/** What one robot heard of one stream. */
export const findingSchema = z.object({
  streamId: z.enum(STREAM_IDS),
  robot: robotSchema,
  /** When it began, milliseconds since the Unix epoch. */
  atMs: z.number(),
  /** The worst first; empty when all is well. */
  problems: z.array(problemSchema),
  /** What was found, for the operator, in English; '' when all is well. */
  detail: z.string(),
  /** From the request to the first byte of sound; null where none came. */
  firstByteMs: z.nullable(z.number()),
  /** How long a player that began with the first byte would have been without sound. */
  gapMs: z.nullable(z.number()),
  /** Mean level, decibels below full scale. */
  levelDb: z.nullable(z.number()),
  /** How much too late a title came; below zero: too early. Null where no title changed or none is sent. */
  titleErrorMs: z.nullable(z.number()),
});
export type Finding = z.infer<typeof findingSchema>;
