import type { Language } from '#src/contract/languages.ts';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';

import { homePath } from './paths.ts';

/** An instant of a stream, to the second. */
export interface MomentAddress {
  readonly streamId: StreamId;
  readonly instantMs: number;
}

/**
 * `YYYY-MM-DDTHH:MM:SSZ` as milliseconds since the Unix epoch; null for anything else, a day out of the
 * calendar too.
 */
export function readInstant(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text)) return null;
  const instantMs = Date.parse(text);
  return Number.isNaN(instantMs) || writeInstant(instantMs) !== text ? null : instantMs;
}

/** `YYYY-MM-DDTHH:MM:SSZ`, of the second that has begun. */
export function writeInstant(instantMs: number): string {
  return new Date(instantMs).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The page that tells what a stream played at an instant. */
export function momentPath(language: Language, streamId: StreamId, instantMs: number): string {
  return `${homePath(language, streamId)}/moment/${writeInstant(instantMs)}`;
}

/** `{streamId}-{YYYY-MM-DDTHH:MM:SSZ}`: a moment in one word, for its picture. */
export function momentSlug({ streamId, instantMs }: MomentAddress): string {
  return `${streamId}-${writeInstant(instantMs)}`;
}

/** Null for what `momentSlug` does not write. */
export function readMomentSlug(slug: string): MomentAddress | null {
  const at = slug.indexOf('-');
  const streamId = slug.slice(0, at);
  const instantMs = readInstant(slug.slice(at + 1));
  return isStreamId(streamId) && instantMs !== null ? { streamId, instantMs } : null;
}
