import { join } from 'node:path';
import sharp from 'sharp';

/** Draws the covers of the demo's shows, which stand in `station/podcasts`: `node demo/draw-show-covers.ts`. */
const SHOWS = join(import.meta.dirname, 'station', 'podcasts');
/** The least that podcast directories take. */
const PIXELS = 1400;
const UNITS = 100;

/** Layers of water from `top` down to the lower edge, each a wave nearer to the one who looks. */
function water(colours: readonly string[], options: { top: number; height: number; length: number }): string {
  const { top, height, length } = options;
  return colours
    .map((colour, at) => {
      const y = top + (at * (UNITS - top)) / colours.length;
      const swell = height * (1 + at / 2);
      const start = -length * ((at * 0.37) % 1) - length;
      const waves = Array.from(
        { length: Math.ceil((2 * UNITS) / length) + 2 },
        () => `q${length / 4} ${-swell} ${length / 2} 0t${length / 2} 0`,
      );
      return `<path d="M${start} ${y}${waves.join('')}V${UNITS + 1}H${start}z" fill="${colour}"/>`;
    })
    .join('');
}

/** A ferry's morning: sun, its path on the water, and gulls. */
const TIDES = `<rect width="100" height="100" fill="#fbd9a5"/>
<circle cx="66" cy="36" r="15" fill="#f2603a"/>
<path d="M18 26q4-5 7 0q3-5 7 0M33 16q3-4 5 0q2-4 5 0" fill="none" stroke="#173a56" stroke-width="1.4" stroke-linecap="round"/>
${water(['#f0a36b', '#3f8ea8', '#2a6b8c', '#1d4f6f', '#173a56'], { top: 46, height: 3, length: 42 })}`;

/** Night at low tide: the moon, and the lines that the water left in the sand. */
const LOW_TIDE = `<rect width="100" height="100" fill="#141233"/>
<circle cx="30" cy="27" r="12" fill="#f4f1de"/><circle cx="35" cy="24" r="11" fill="#141233"/>
${[
  [62, 14],
  [78, 30],
  [88, 11],
  [50, 38],
  [14, 46],
]
  .map(([x, y]) => `<circle cx="${x}" cy="${y}" r=".7" fill="#f4f1de"/>`)
  .join('')}
${water(['#2c2a63', '#4b3f8f', '#8a4f9e', '#c8639b', '#f08a84'], { top: 56, height: 2.2, length: 58 })}`;

for (const [show, drawing] of [
  ['carnets-de-maree', TIDES],
  ['basse-mer', LOW_TIDE],
] as const) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PIXELS}" height="${PIXELS}" viewBox="0 0 ${UNITS} ${UNITS}">${drawing}</svg>`;
  await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 32, effort: 10 })
    .toFile(join(SHOWS, show, 'cover.png'));
}
