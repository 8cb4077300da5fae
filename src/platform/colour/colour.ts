/** `#rrggbb` or `rgba(r,g,b,a)` as `#rrggbb`, without its transparency; black for anything else. */
export function hexColour(colour: string): string {
  if (/^#[0-9a-f]{6}$/i.test(colour)) return colour;
  const channels = colour.match(/\d+(\.\d+)?/g)?.slice(0, 3) ?? [];
  return colourOf(channels.map(Number)).padEnd(7, '0');
}

/** Red, green and blue of `#rrggbb`, 0 to 255. */
export function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** `#rrggbb` of red, green and blue; more than 255 counts as 255. */
export function colourOf(channels: readonly number[]): string {
  return `#${channels.map((value) => Math.round(Math.min(value, 255)).toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast of two `#rrggbb` colours by WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance by WCAG 2.2, 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
