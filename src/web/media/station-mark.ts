import { contrast, hexColour } from '#src/platform/colour/colour.ts';

/** `--ink` of `ui/styles/tokens.css` by day. */
export const INK = '#14131a';
const WHITE = '#ffffff';
/** WCAG 2.2, 1.4.3 */
const TEXT_CONTRAST = 4.5;

/** The wave of the navigation bar's logo, drawn in 40 by 24 units. */
export const WAVE = 'M2 12c4-14 8-14 12 0s8 14 12 0 8-14 12 0';

/**
 * `tile`: on a ground with round corners · `bleed`: the ground fills the square, for systems that cut icons
 * themselves · `mono`: the wave alone, for systems that colour it themselves.
 */
export type MarkShape = 'tile' | 'bleed' | 'mono';

/**
 * The station's mark as an SVG document of 512 by 512: the wave on a ground of `colour` (`#rrggbb` or
 * `rgba(r,g,b,a)`).
 */
export function stationMark(colour: string, shape: MarkShape): string {
  const scale = shape === 'tile' ? 8.6 : 6.6;
  const left = 256 - 20 * scale;
  const top = 256 - 12 * scale;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">' +
    (shape === 'mono'
      ? ''
      : `<rect width="512" height="512" rx="${shape === 'tile' ? 116 : 0}" fill="${colour}"/>`) +
    `<path transform="translate(${left} ${top}) scale(${scale})" d="${WAVE}" fill="none" stroke="${shape === 'mono' ? WHITE : inkOn(colour)}" stroke-width="4.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  );
}

/** Ink, or white where white is legible on the colour. */
export function inkOn(colour: string): string {
  return contrast(hexColour(colour), WHITE) >= TEXT_CONTRAST ? WHITE : INK;
}
