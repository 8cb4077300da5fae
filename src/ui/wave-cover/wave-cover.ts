import { coverPalette } from './cover-palette.ts';
import { MOTIFS, type Motif, stackedSwells } from './motifs.ts';
import { SIDE } from './shapes.ts';

/**
 * The cover of a track that has no picture: sea and sky in the stream's colour. Title and colour decide the
 * motif, its proportions and its shades, so that two of one stream can be told apart as thumbs [R93]. The
 * same title and colour give the same picture everywhere. It has no style attributes: those would need an
 * exception in the page's security policy.
 * @param foldedFullTitle foldText of `artist - title`
 * @param colour of the stream, `#rrggbb` or `rgba(r,g,b,a)`
 * @returns an SVG document, square
 */
export function waveCover(foldedFullTitle: string, colour: string): string {
  return drawing(foldedFullTitle, colour, (palette, between) => {
    const motif = MOTIFS[Math.floor(between(0, MOTIFS.length))];
    return motif?.(palette, between) ?? '';
  });
}

/** The ground for something to stand on: swells alone, in the shades of the same title's cover. */
export function waveSea(foldedFullTitle: string, colour: string): string {
  return drawing(foldedFullTitle, colour, stackedSwells);
}

function drawing(title: string, colour: string, motif: Motif): string {
  const random = seededRandom(title);
  const between = (from: number, to: number) => from + random() * (to - from);
  const palette = coverPalette(colour, between);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" preserveAspectRatio="xMidYMid slice">` +
    `<rect width="${SIDE}" height="${SIDE}" fill="${palette.tone(0)}"/>${motif(palette, between)}</svg>`
  );
}

/** Numbers from 0 to 1 (exclusive) that follow from a text alone: FNV-1a as the seed, then Mulberry32. */
export function seededRandom(text: string): () => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
