import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { datetimeOf, type LatestMoment, type Moment } from './search-address.ts';
import type { FoundPlay } from './what-was-that.wire.ts';

/** What played on a stream around a minute, in time order. */
export function aroundQuery(moment: Moment, streamId: StreamId, language: Language): PageQuery<FoundPlay[]> {
  const parameters = { datetime: datetimeOf(moment), version: streamId };
  const importSchema = async () => (await import('./what-was-that.wire.ts')).playsAround(moment.time);
  return wireQuery('what-was-that', parameters, language, importSchema);
}

/** What a stream has just played: asked for anew with each track, two that begin in one minute included. */
export function latestQuery(
  { moment, instantMs }: LatestMoment,
  streamId: StreamId,
  language: Language,
): PageQuery<FoundPlay[]> {
  const around = aroundQuery(moment, streamId, language);
  return { ...around, queryKey: [...around.queryKey, instantMs] };
}

/** The track on air on every stream at that minute. */
export function everywhereQuery(moment: Moment, language: Language): PageQuery<FoundPlay[]> {
  const importSchema = () => import('./what-was-that.wire.ts').then((file) => file.foundPlaysSchema);
  return wireQuery('what-was-that', { datetime: datetimeOf(moment) }, language, importSchema);
}
