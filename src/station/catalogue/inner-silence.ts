import type { MediaRecord } from './media-record.ts';

const SECOND_MS = 1_000;

/** Finds files in rotation with a long silence in their middle [R155], in their order. */
export function findInnerSilences(records: Iterable<MediaRecord>): { path: string; message: string }[] {
  return [...records]
    .flatMap(({ innerSilence, placements }) => {
      if (!innerSilence) return [];
      const seconds = Math.round(innerSilence.durationMs / SECOND_MS);
      const message =
        `is silent for ${seconds} s from ${clockTime(innerSilence.fromMs)} on, which sounds as if the radio had ` +
        'stopped: cut that out, or make two files of it';
      return placements.map(({ path }) => ({ path, message }));
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function clockTime(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
