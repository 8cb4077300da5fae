import type { ScheduleBlock } from './schedule-blocks.ts';

/** The night's end: up to here the hours may share one row. */
const MORNING = 6;
const HOURS = 24;

/** Where hours stand in the week grid, in grid lines below its head. */
export interface WeekRows {
  /** Whether the hours from midnight to six are one row, since no day changes in between. */
  readonly isNightFolded: boolean;
  /** The hours that begin a row. */
  readonly hours: readonly number[];
  /** The grid line at which an hour (0 to 24) begins, from 1. */
  lineOf(hour: number): number;
  /** The row that a time lies in, and the share of the row that has passed, 0 to 1. */
  positionOf(time: { hour: number; minute: number }): { line: number; share: number };
}

export function weekRows(blocks: readonly ScheduleBlock[]): WeekRows {
  const isInNight = (hour: number) => hour > 0 && hour < MORNING;
  const isNightFolded = !blocks.some(({ from, until }) => isInNight(from) || isInNight(until));
  const all = Array.from({ length: HOURS }, (_, hour) => hour);
  const hours = isNightFolded ? all.filter((hour) => !isInNight(hour)) : all;
  const lineOf = (hour: number) => {
    if (!isNightFolded) return hour + 1;
    return hour < MORNING ? 1 : hour - MORNING + 2;
  };
  return {
    isNightFolded,
    hours,
    lineOf,
    positionOf({ hour, minute }) {
      const passed = minute / 60;
      const share = isNightFolded && hour < MORNING ? (hour + passed) / MORNING : passed;
      return { line: lineOf(hour), share };
    },
  };
}
