import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { LatestAddition } from './latest-additions.wire.ts';

const importSchema = async () => (await import('./latest-additions.wire.ts')).latestAdditionsSchema;

/** The tracks that a stream played for the first time last, newest first. */
export function latestAdditionsQuery(streamId: StreamId, language: Language): PageQuery<LatestAddition[]> {
  return wireQuery('latest-additions', { version: streamId }, language, importSchema);
}
