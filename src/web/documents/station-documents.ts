import { DOCUMENT_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { PublicStation } from '#src/station/config/public-station.wire.ts';
import { type Schedules, streamOfWeekFile } from '#src/station/schedule/schedules.ts';
import { formatWeek } from '#src/station/schedule/week-file.ts';
import { documentAnswer, KeptDocuments } from '#src/web/answers/document.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';

/** `/station.json` [W66] */
export function stationDocument(request: Request, station: PublicStation): Promise<Response> {
  const { origin: _, streams: __, addressServices: ___, association, ...facts } = station;
  const { name, address, email, phone } = association;
  return documentAnswer(request, JSON.stringify({ ...facts, association: { name, address, email, phone } }), {
    contentType: 'application/json; charset=utf-8',
    cacheControl: `public, max-age=${DOCUMENT_KEPT_SECONDS}`,
  });
}

const weeks = new KeptDocuments({
  contentType: 'application/xml; charset=utf-8',
  cacheControl: `public, max-age=${DOCUMENT_KEPT_SECONDS}`,
});

/** `/week{Stream}.xml` [W67]. `name` is the whole file name. */
export async function scheduleDocument(
  request: Request,
  name: string,
  schedules: Schedules,
): Promise<Response> {
  const streamId = streamOfWeekFile(name);
  const events = streamId === null ? undefined : schedules.get(streamId);
  if (events === undefined) return plainAnswer(404, 'Not found');
  return weeks.respond(request, [events], () => formatWeek(events));
}
