/** The colours of src/ui/styles/tokens.css. */
export const PAPER = '#faf7f1';
const INK = '#14131a';
const WHITE = '#ffffff';

/** The wave of the navigation bar's logo, drawn in 40 by 24 units. */
const WAVE = 'M2 12c4-14 8-14 12 0s8 14 12 0 8-14 12 0';

/**
 * The station's mark as an SVG document of 512 by 512: the wave on a ground of `colour` (`#rrggbb` or `rgba(r,g,b,a)`).
 * `bleed`: the ground fills the square, for systems that cut icons themselves; else it is a tile with round corners.
 */
export function stationMark(colour: string, options: { bleed: boolean }): string {
  const radius = options.bleed ? 0 : 116;
  const scale = options.bleed ? 6.6 : 8.6;
  const left = 256 - 20 * scale;
  const top = 256 - 12 * scale;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">' +
    `<rect width="512" height="512" rx="${radius}" fill="${colour}"/>` +
    `<path transform="translate(${left} ${top}) scale(${scale})" d="${WAVE}" fill="none" stroke="${inkOn(colour)}" stroke-width="4.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  );
}

/** Ink, or white where ink would be too faint: whichever contrasts more (WCAG 2.2, contrast ratio). */
function inkOn(colour: string): string {
  const luminance = luminanceOf(channelsOf(colour));
  const contrast = (other: string) => {
    const lights = [luminance, luminanceOf(channelsOf(other))].sort((a, b) => b - a);
    return ((lights[0] ?? 0) + 0.05) / ((lights[1] ?? 0) + 0.05);
  };
  return contrast(WHITE) >= 4.5 ? WHITE : INK;
}

function channelsOf(colour: string): number[] {
  if (colour.startsWith('#')) return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
}

function luminanceOf(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
