import { DOCUMENT_KEPT_SECONDS } from '#src/contract/limits.ts';
import { type Schedules, streamOfWeekFile } from '#src/station/schedule/schedules.ts';
import { formatWeek } from '#src/station/schedule/week-file.ts';
import { StandingDocuments } from '#src/web/answers/document.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';

const weeks = new StandingDocuments({
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
