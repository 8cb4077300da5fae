import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { IsoWeek } from '#src/platform/time-zone/iso-week.ts';
import type { ChartRow } from './top20.wire.ts';

const importChart = async () => (await import('./top20.wire.ts')).chartSchema;
const importWeeks = async () => (await import('./top20.wire.ts')).chartWeeksSchema;

/** The chart of a stream: the one that was kept of a week, or for null the running one. */
export function chartQuery(
  streamId: StreamId,
  week: IsoWeek | null,
  language: Language,
): PageQuery<ChartRow[]> {
  const parameters = week === null ? { version: streamId } : { version: streamId, week };
  return wireQuery('top20', parameters, language, importChart);
}

/** The weeks whose charts are kept, newest first. */
export function chartWeeksQuery(language: Language): PageQuery<IsoWeek[]> {
  return wireQuery('chart-weeks', {}, language, importWeeks);
}
