import { fullTitle } from '#src/contract/full-title.ts';
import { foldText } from '#src/contract/titles.ts';
import type { MediaRecord } from './media-record.ts';

/** Different recordings in rotation that bear one full title, and so are one track [R127]. */
export interface SharedTitle {
  /** The first of the files. */
  readonly path: string;
  /** Completes the sentence that the path begins. */
  readonly message: string;
  /** Whether two of them lie in one stream, which only ever plays one. */
  readonly isUnheard: boolean;
}

/** Files in one line; more would hide the other problems. */
const NAMED_MAX = 3;

/** Finds titles that several recordings share, in the order of their files. */
export function findSharedTitles(records: Iterable<MediaRecord>): SharedTitle[] {
  const tracks = [...records].filter(({ kind, placements }) => kind === 'track' && placements.length > 0);
  const titles = Map.groupBy(tracks, ({ artist, title }) => foldText(fullTitle(artist, title)));
  return [...titles.values()]
    .filter((recordings) => recordings.length > 1)
    .map(describe)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function describe(recordings: readonly MediaRecord[]): SharedTitle {
  const paths = recordings.map(({ placements }) => placements[0]?.path ?? '').sort();
  const [path = '', ...others] = paths;
  const [first] = recordings;
  const title = first === undefined ? '' : fullTitle(first.artist, first.title);
  const streams = recordings.flatMap(({ placements }) => [
    ...new Set(placements.map(({ streamId }) => streamId)),
  ]);
  const isUnheard = new Set(streams).size < streams.length;
  const end = isUnheard
    ? 'a stream plays only one of them: give the others a title of their own, or take them out'
    : 'they count as one track; if they are none, give them titles of their own';
  const all = others.length === 1 ? 'both' : 'all';
  return {
    path,
    message: `is another recording than ${named(others)}, and ${all} are "${title}": ${end}`,
    isUnheard,
  };
}

function named(paths: readonly string[]): string {
  const more = paths.length - NAMED_MAX;
  const shown = paths.slice(0, NAMED_MAX);
  return more > 0 ? `${shown.join(', ')} and ${more} more` : new Intl.ListFormat('en-GB').format(shown);
}
