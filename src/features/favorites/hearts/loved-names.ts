import { foldText } from '#src/contract/titles.ts';
import type { OwnArtists, OwnFavorites } from '#src/features/favorites/favorites.wire.ts';

const names = new WeakMap<object, ReadonlySet<string>>();

/** Whether a full title is in the list, written in whatever way [W18]. A list is folded once for all that ask. */
export function lovesTrack(list: OwnFavorites, fullTitle: string): boolean {
  return namesOf(list, () => list.favorites.map(({ full_title }) => full_title)).has(foldText(fullTitle));
}

/** The same for an artist. */
export function lovesArtist(list: OwnArtists, artist: string): boolean {
  return namesOf(list, () => list.artists.map(({ artist_name }) => artist_name)).has(foldText(artist));
}

function namesOf(list: object, read: () => readonly string[]): ReadonlySet<string> {
  const known = names.get(list);
  if (known !== undefined) return known;
  const folded = new Set(read().map(foldText));
  names.set(list, folded);
  return folded;
}
