import { type PageQuery, wireQuery } from '#src/features/wire-client/page-query.ts';
import type { Language } from '#src/spec/languages.ts';
import type { StreamId } from '#src/spec/streams.ts';
import type { LatestAddition } from './latest-additions.wire.ts';

const importSchema = async () => (await import('./latest-additions.wire.ts')).latestAdditionsSchema;

/** The tracks that a stream played for the first time last, newest first. */
export function latestAdditionsQuery(streamId: StreamId, language: Language): PageQuery<LatestAddition[]> {
  return wireQuery('latest-additions', { version: streamId }, language, importSchema);
}
