const SEPARATOR = ' - ';

/** `artist - title`; the title alone when the artist is unknown. */
export function fullTitle(artist: string, title: string): string {
  return artist === '' ? title : `${artist}${SEPARATOR}${title}`;
}

/** The artist is what stands before the first ` - `. */
export function splitFullTitle(full: string): { artist: string; title: string } {
  const at = full.indexOf(SEPARATOR);
  if (at < 0) return { artist: '', title: full.trim() };
  return { artist: full.slice(0, at).trim(), title: full.slice(at + SEPARATOR.length).trim() };
}
