import { foldText } from '#src/contract/titles.ts';

/** ` feat. …`, ` (ft. …`, ` featuring …` with a name behind it, in folded text. */
const GUESTS = /\s+[([]?(?:feat|ft|featuring)\b\.?\s+\S.*$/u;

/**
 * The artist under whom rotation counts a track. "X feat. Y" is X: it is X's song. "X & Y" is a name of its own, as it
 * may as well be a band's. An unknown artist ('') is a different one with every track.
 */
export function rotationArtist(artist: string, slug: string): string {
  const folded = foldText(artist);
  return folded === '' ? `\0${slug}` : folded.replace(GUESTS, '');
}
