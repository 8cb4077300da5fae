export interface Hsl {
  /** Degrees. */
  readonly hue: number;
  /** Percent. */
  readonly saturation: number;
  /** Percent. */
  readonly lightness: number;
}

const GREY: Hsl = { hue: 0, saturation: 0, lightness: 50 };

/** `#rrggbb` or `rgba(r,g,b,a)` as hue, saturation and lightness; a middle grey for anything else. */
export function parseColour(colour: string): Hsl {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (hex) return toHsl(hex.slice(1).map((part) => Number.parseInt(part, 16)));
  const rgba = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})/.exec(colour);
  return rgba ? toHsl(rgba.slice(1).map(Number)) : GREY;
}

function toHsl(rgb: readonly number[]): Hsl {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => Math.min(255, part) / 255);
  const max = Math.max(red, green, blue);
  const spread = max - Math.min(red, green, blue);
  const lightness = max - spread / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness: lightness * 100 };
  const sextant =
    max === red
      ? (green - blue) / spread
      : max === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  return {
    hue: (sextant * 60 + 360) % 360,
    saturation: (spread / (1 - Math.abs(2 * lightness - 1))) * 100,
    lightness: lightness * 100,
  };
}
