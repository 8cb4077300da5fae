import { printable } from '#src/platform/log/printable.ts';

/** Something wrong in the station folder, in words for the person who edits it. */
export interface StationProblem {
  /** Path from STATION_DIR. */
  file: string;
  /** 1-based; null when the file as a whole is meant. */
  line: number | null;
  message: string;
  /** Nothing is broken by it: something is still to be written, or looked at. */
  isReminder?: true;
}

/** `station.yaml:12: streams[0].jingleEvery: expected a whole number of tracks` */
export function formatProblem({ file, line, message }: StationProblem): string {
  return printable(`${file}${line === null ? '' : `:${line}`}: ${message}`);
}

/** Problems told of one file: one that is quite another file breaks thousands of rules, and nobody reads them. */
export const PROBLEMS_MAX = 50;
