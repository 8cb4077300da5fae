import { foldText } from '#src/contract/titles.ts';

/**
 * Guests in folded text: ` feat. …`, ` feat.…`, ` (ft: …`, ` featuring …` with a name behind it. `;` and NUL
 * separate names in tags.
 */
const GUESTS = /(?:\s*[;\0]|\s+[([]?(?:feat|ft|featuring)(?:[.:]\s*|\s+)(?=\S)).*$/u;
/** `the beatles` and `beatles, the` are `beatles`. */
const ARTICLE = /^the\s+(?=\S)|,\s*the$/gu;
/** Letters that no accent makes of another one, yet tags write without. */
const PLAIN: Record<string, string> = { ł: 'l', ß: 'ss', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe' };

/**
 * Returns the artist under whom rotation counts a track. "X feat. Y" and "X; Y" are X: it is X's song. "X &
 * Y" is a name of its own, as it may well be a band's. An unknown artist ('') differs from track to track.
 */
export function rotationArtist(artist: string, slug: string): string {
  const folded = foldText(artist).replace(/[łßøđæœ]/gu, (letter) => PLAIN[letter] ?? letter);
  if (folded === '') return `\0${slug}`;
  const alone = folded.replace(GUESTS, '').replace(ARTICLE, '');
  return alone === '' ? folded : alone;
}
