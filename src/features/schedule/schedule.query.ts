import type { StreamId } from '#src/contract/streams.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import type { PageQuery } from '#src/page/wire/page-query.ts';
import { fetchJson } from '#src/page/wire/send-call.ts';
import type { ScheduleEvent } from '#src/station/schedule/schedule-event.wire.ts';
import { weekFileName } from '#src/station/schedule/week-name.wire.ts';

/** The week of a stream, `/week{Stream}.xml`; null for a stream without a schedule. */
export function scheduleQuery(streamId: StreamId): PageQuery<readonly ScheduleEvent[] | null> {
  const address = `/${weekFileName(streamId)}`;
  return {
    queryKey: ['document', address],
    async queryFn({ signal }) {
      const answer = fetchJson(address, { signal }, undefined, (response) => response.text());
      const [{ readWeekDocument }, { status, reply }] = await Promise.all([
        inTime(() => import('./read-week-document.ts')),
        answer,
      ]);
      if (status === 404) return null;
      if (status !== 200) throw new CallError(`${address} was refused.`, { code: 'refused', status });
      return readWeekDocument(String(reply));
    },
    onServer: async (services) => services.schedule(streamId),
  };
}
