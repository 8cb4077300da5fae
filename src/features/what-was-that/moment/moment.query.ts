import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { orNull } from '#src/page/wire/or-null.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { MomentReply } from './moment.wire.ts';

const importSchema = async () => (await import('./moment.wire.ts')).momentSchema;

/** What a stream played at an instant (`YYYY-MM-DDTHH:MM:SSZ`); null where there is no such moment. */
export function momentQuery(
  at: string,
  streamId: StreamId,
  language: Language,
): PageQuery<MomentReply | null> {
  return orNull(wireQuery('moment', { at, version: streamId }, language, importSchema), 'moment_not_found');
}
