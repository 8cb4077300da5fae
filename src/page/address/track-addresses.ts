import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';

/** A track's page. */
export function trackPath(language: Language, streamId: StreamId, slug: string): string {
  return `/${language}/${streamId}/info-titre/${encodeURIComponent(slug)}`;
}

/** An artist's page. */
export function artistPath(language: Language, streamId: StreamId, artist: string): string {
  return `/${language}/${streamId}/biography/${encodeURIComponent(artist)}`;
}
