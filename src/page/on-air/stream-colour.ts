import { GROUNDS } from '#src/page/theme/grounds.ts';
import { channelsOf, colourOf, contrast, hexColour } from '#src/platform/colour/colour.ts';
import type { StreamFacts } from './stream-facts.wire.ts';

/** The colours of a stream on the page, as `#rrggbb`. */
export interface StreamPalette {
  readonly stream: string;
  /** Text and icons on the colour. */
  readonly onStream: string;
  /** Outlines, rings and sliders: at least 3:1 on every ground of the theme. */
  readonly meterLight: string;
  readonly meterDark: string;
}

/** Inks and surfaces of `ui/styles/tokens.css`. */
const INK = '#14131a';
const WHITE = '#ffffff';
/** For the few colours on which neither is legible. */
const BLACK = '#000000';
const LIGHT_GROUNDS = ['#ffffff', GROUNDS.light] as const;
const DARK_GROUNDS = ['#181a24', GROUNDS.dark] as const;

/** WCAG 1.4.11, non-text contrast; 1.4.3 for text. */
const OUTLINE_CONTRAST = 3;
const TEXT_CONTRAST = 4.5;
const MIX_STEP = 0.02;

/** A page asks for the same few over and over. */
const palettes = new Map<string, StreamPalette>();
const PALETTES_MAX = 100;

/** @param colour of the stream, as the station gives it: `rgba(r,g,b,a)`; how opaque it is does not count */
export function streamPalette(colour: string): StreamPalette {
  const known = palettes.get(colour);
  if (known !== undefined) return known;
  const palette = computePalette(colour);
  if (palettes.size >= PALETTES_MAX) palettes.clear();
  palettes.set(colour, palette);
  return palette;
}

function computePalette(colour: string): StreamPalette {
  const stream = hexColour(colour);
  return {
    stream,
    onStream: [WHITE, INK].find((ink) => contrast(stream, ink) >= TEXT_CONTRAST) ?? BLACK,
    meterLight: mixUntilSeen(stream, INK, LIGHT_GROUNDS),
    meterDark: mixUntilSeen(stream, WHITE, DARK_GROUNDS),
  };
}

/** The custom properties that give an element and all below it a stream's colour (`rgba(r,g,b,a)`). */
export function streamStyle(colour: string): Record<`--${string}`, string> {
  const { stream, onStream, meterLight, meterDark } = streamPalette(colour);
  return {
    '--stream': stream,
    '--on-stream': onStream,
    '--meter': `light-dark(${meterLight}, ${meterDark})`,
  };
}

/** The sheet by which `data-stream` gives an element and all below it a stream's colour. */
export function streamSheet(streams: readonly Pick<StreamFacts, 'id' | 'color'>[]): string {
  const rules = streams.map(({ id, color }) => {
    const properties = Object.entries(streamStyle(color)).map(([name, value]) => `${name}:${value}`);
    return `[data-stream="${id}"]{${properties.join(';')}}`;
  });
  return rules.join('');
}

function mixUntilSeen(colour: string, into: string, grounds: readonly string[]): string {
  for (let share = 0; share < 1; share += MIX_STEP) {
    const mixed = mix(colour, into, share);
    if (grounds.every((ground) => contrast(mixed, ground) >= OUTLINE_CONTRAST)) return mixed;
  }
  return into;
}

function mix(colour: string, into: string, share: number): string {
  const other = channelsOf(into);
  return colourOf(channelsOf(colour).map((value, at) => value + ((other[at] ?? 0) - value) * share));
}
