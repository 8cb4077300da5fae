import { type Hsl, parseColour } from './hsl.ts';
import { seededRandom } from './seeded-random.ts';

/** Side of the picture in its own units. */
const SIDE = 200;
const SWELLS = 9;
const SWELL_STEP = 30;
/** So far beyond the edge that no rotation shows the end of a swell. */
const OVERHANG = 60;
/** Along a half wave, where a cubic curve from crest to trough has its handles to follow a sine. */
const SINE_HANDLE = 0.3642;

/**
 * The cover of a track that has no picture: nine stacked swells from dark to light in the stream's colour, a pale disc
 * above. The same title and colour give the same picture everywhere. It has no style attributes: those would need an
 * exception in the page's security policy.
 * @param foldedFullTitle foldText of `artist - title`
 * @param colour of the stream, `#rrggbb` or `rgba(r,g,b,a)`
 * @returns an SVG document, square
 */
export function waveCover(foldedFullTitle: string, colour: string): string {
  const random = seededRandom(foldedFullTitle);
  const between = (from: number, to: number) => from + random() * (to - from);
  const base = parseColour(colour);
  const hue = base.hue + between(-11, 11);
  const rotation = Math.floor(random() * 4) * 45 - 45;
  const waveLength = SIDE / between(0.9, 2.6);
  const amplitude = between(12, 26);
  const lean = between(0.12, 0.42);
  const offset = random();
  const swells = Array.from({ length: SWELLS }, (_, index) => {
    const height = amplitude * (0.06 + 0.94 * triangle(offset + index * lean));
    const path = swellPath((index - 1) * SWELL_STEP, height, waveLength, between(0, waveLength));
    return `<path d="${path}" fill="${swellColour(base, hue, index)}"/>`;
  });
  const disc = `<circle cx="${round(between(60, 146))}" cy="${round(between(40, 96))}" r="${round(between(14, 30))}" fill="#fff" fill-opacity="${round(between(0.16, 0.25), 100)}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" preserveAspectRatio="xMidYMid slice">` +
    `<rect width="${SIDE}" height="${SIDE}" fill="${groundColour(base, hue)}"/>` +
    `<g transform="rotate(${rotation} ${SIDE / 2} ${SIDE / 2})" fill-opacity=".55">${swells.join('')}</g>${disc}</svg>`
  );
}

/** A wave from edge to edge, filled downwards: crest, trough, crest, … joined by curves. */
function swellPath(level: number, height: number, waveLength: number, shift: number): string {
  const half = waveLength / 2;
  const start = -OVERHANG - shift;
  let direction = -1;
  let x = start;
  let path = `M${round(x)} ${round(level + direction * height)}`;
  while (x < SIDE + OVERHANG) {
    const from = level + direction * height;
    const to = level - direction * height;
    const end = round(x + half);
    const arrival = `${round(x + half * (1 - SINE_HANDLE))} ${round(to)} ${end} ${round(to)}`;
    path += x === start ? `C${round(x + half * SINE_HANDLE)} ${round(from)} ${arrival}` : `S${arrival}`;
    direction = -direction;
    x += half;
  }
  return `${path}V${SIDE + OVERHANG}H${round(start)}Z`;
}

function swellColour({ saturation, lightness }: Hsl, hue: number, index: number): string {
  return hsl(hue + index * 2.6, Math.min(95, saturation + 5), lightness * 0.6 + index * 5);
}

function groundColour({ saturation, lightness }: Hsl, hue: number): string {
  return hsl(hue, Math.min(80, saturation), Math.max(14, lightness * 0.42));
}

function hsl(hue: number, saturation: number, lightness: number): string {
  return `hsl(${Math.round(hue + 360) % 360} ${Math.round(saturation)}% ${Math.round(lightness)}%)`;
}

/** From 0 up to 1 and back down within one unit. */
function triangle(position: number): number {
  const within = position % 1;
  return within < 0.5 ? within * 2 : 2 - within * 2;
}

function round(value: number, steps = 10): number {
  return Math.round(value * steps) / steps;
}
