/** A number from `from` to `to` that follows from the title. */
export type Between = (from: number, to: number) => number;

export interface CoverPalette {
  /** From the ground (0) to what is nearest (1). */
  tone(depth: number): string;
  /** The colour of the one thing that stands out. */
  readonly accent: string;
}

/** How far a stream's covers stray from its own hue, in degrees. */
const HUE_SHIFT = 18;
/** How far the hue wanders from the ground to what is nearest. */
const HUE_WANDER = 60;

/**
 * The colours of one cover: its ground is night, the stream's own colour or a pale day, its hue near the
 * stream's, and what stands out is pale, glowing or of the opposite hue.
 */
export function coverPalette(colour: string, between: Between): CoverPalette {
  const base = parseColour(colour);
  const hue = base.hue + between(-HUE_SHIFT, HUE_SHIFT);
  const wander = between(-HUE_WANDER, HUE_WANDER);
  const [from, to] = lightnessOf(base, between);
  const saturation = Math.min(92, base.saturation * between(0.82, 1.08));
  const accents = [
    hsl(hue, 60, 95),
    hsl(hue + wander, 95, from > 50 ? 36 : 70),
    hsl(hue + 180 + wander / 2, 78, from > 50 ? 42 : 66),
  ];
  return {
    tone: (depth) => hsl(hue + wander * (depth - 0.5), saturation, from + (to - from) * depth),
    accent: accents[Math.floor(between(0, accents.length))] ?? '',
  };
}

/** From the ground to what is nearest, in percent. */
function lightnessOf({ lightness }: Hsl, between: Between): [number, number] {
  const grounds: [number, number][] = [
    [between(8, 14), Math.max(46, lightness)],
    [lightness * 0.5 + 6, Math.min(84, lightness + between(22, 34))],
    [Math.min(74, lightness + 18), Math.max(12, lightness * 0.34)],
    [84 + lightness * 0.06, Math.max(26, lightness * between(0.6, 0.9))],
  ];
  return grounds[Math.floor(between(0, grounds.length))] ?? [0, 100];
}

function hsl(hue: number, saturation: number, lightness: number): string {
  return `hsl(${Math.round(hue + 360) % 360} ${Math.round(saturation)}% ${Math.round(lightness)}%)`;
}

interface Hsl {
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
