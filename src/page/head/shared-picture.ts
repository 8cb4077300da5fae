import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';

/**
 * The picture beside a link to a page of a stream, or of the radio as a whole: where a page has none of its
 * own [R12].
 */
export function sharedPicture(streamId: StreamId | null, language: Language): string {
  const what = streamId === null ? 'station/radio' : `stream/${streamId}`;
  return `/og/${what}.png?lang=${language}`;
}
