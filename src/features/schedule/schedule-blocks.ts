import type { ScheduleEvent } from '#src/station/schedule/schedule-event.wire.ts';

/** Hours that follow each other under one name and colour [R35]. */
export interface ScheduleBlock {
  /** 1 (Monday) to 7 (Sunday). */
  readonly day: number;
  readonly from: number;
  /** 1 to 24, exclusive. */
  readonly until: number;
  readonly nom: string;
  readonly couleur: 1 | 2;
}

/** By day, then hour. A block ends with its day. */
export function scheduleBlocks(events: readonly ScheduleEvent[]): ScheduleBlock[] {
  const blocks: ScheduleBlock[] = [];
  for (const { day, hour, nom, couleur } of events.toSorted((a, b) => a.day - b.day || a.hour - b.hour)) {
    const last = blocks.at(-1);
    const continues =
      last?.day === day && last.until === hour && last.nom === nom && last.couleur === couleur;
    if (continues) blocks[blocks.length - 1] = { ...last, until: hour + 1 };
    else blocks.push({ day, from: hour, until: hour + 1, nom, couleur });
  }
  return blocks;
}

/** Whether a block covers a time by the clock of the station. */
export function isInBlock({ day, from, until }: ScheduleBlock, at: { day: number; hour: number }): boolean {
  return day === at.day && from <= at.hour && at.hour < until;
}
