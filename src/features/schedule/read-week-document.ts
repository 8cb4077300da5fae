import type { ScheduleEvent } from '#src/station/schedule/schedule-event.wire.ts';
import { scheduleSchema } from '#src/station/schedule/schedule-event.wire.ts';

/**
 * The events of a `week{Stream}.xml`.
 * @throws for a document that is not XML, or not a schedule
 */
export function readWeekDocument(content: string): ScheduleEvent[] {
  const week = new DOMParser().parseFromString(content, 'application/xml').documentElement;
  if (week.localName !== 'week') throw new Error(`expected <week>, found <${week.localName}>`);
  const textOf = (event: Element, name: string) => event.querySelector(`:scope > ${name}`)?.textContent ?? '';
  return scheduleSchema.parse(
    [...week.children].map((event) => ({
      day: Number(textOf(event, 'day')),
      hour: Number(textOf(event, 'hour')),
      nom: textOf(event, 'nom'),
      couleur: Number(textOf(event, 'couleur')),
    })),
  );
}
