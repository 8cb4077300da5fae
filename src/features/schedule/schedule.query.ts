import type { StreamId } from '#src/contract/streams.ts';
import type { PageQuery } from '#src/page/wire/page-query.ts';
import type { ScheduleEvent } from '#src/station/schedule/schedule-event.wire.ts';
import { weekFileName } from '#src/station/schedule/week-name.wire.ts';

/** The week of a stream, `/week{Stream}.xml`; null for a stream without a schedule. */
export function scheduleQuery(streamId: StreamId): PageQuery<readonly ScheduleEvent[] | null> {
  const address = `/${weekFileName(streamId)}`;
  return {
    queryKey: ['document', address],
    async queryFn({ signal }) {
      const response = await fetch(address, { signal });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`);
      const [{ readWeekDocument }, content] = await Promise.all([
        import('./read-week-document.ts'),
        response.text(),
      ]);
      return readWeekDocument(content);
    },
    onServer: async (services) => services.schedule(streamId),
  };
}
