import { foldArtist, foldText } from '#src/contract/titles.ts';
import type { OwnArtists, OwnFavorites } from '#src/features/favorites/favorites.wire.ts';

const names = new WeakMap<object, ReadonlySet<string>>();

/**
 * Whether a full title, present or former [R127], is in the list, whatever its case and accents [W18]. A list is folded
 * once for all who ask.
 */
export function lovesTrack(list: OwnFavorites, fullTitle: string): boolean {
  const titles = () =>
    list.favorites.flatMap(({ full_title, former_titles = [] }) => [foldText(full_title), ...former_titles]);
  return namesOf(list, titles).has(foldText(fullTitle));
}

/** The same for an artist, whoever the guests of a track are. */
export function lovesArtist(list: OwnArtists, artist: string): boolean {
  return namesOf(list, () => list.artists.map(({ artist_name }) => foldArtist(artist_name))).has(
    foldArtist(artist),
  );
}

function namesOf(list: object, read: () => readonly string[]): ReadonlySet<string> {
  const known = names.get(list);
  if (known !== undefined) return known;
  const folded = new Set(read());
  names.set(list, folded);
  return folded;
}
