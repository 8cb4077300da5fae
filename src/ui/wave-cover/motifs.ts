import type { Between, CoverPalette } from './cover-palette.ts';
import { disc, OVERHANG, path, polygon, SIDE, swell, turned } from './shapes.ts';

/** Draws on a square of 200 units whose ground is filled already. */
export type Motif = (palette: CoverPalette, between: Between) => string;

/** What a cover may show: all of it sea and sky, each to be told from the others at the size of a thumb. */
export const MOTIFS: readonly Motif[] = [
  swellsAndDisc,
  setSun,
  greatDisc,
  ripples,
  peaks,
  tideBands,
  sail,
  breaker,
  scales,
  beams,
];

/** Nine swells, one before the other, and a disc above. */
function swellsAndDisc(palette: CoverPalette, between: Between): string {
  return (
    stackedSwells(palette, between) + disc(palette.accent, between(50, 150), between(40, 90), between(14, 26))
  );
}

/** Nine swells, one before the other, and nothing that stands out. */
export function stackedSwells({ tone }: CoverPalette, between: Between): string {
  const length = between(80, 220);
  const height = between(10, 26);
  const lean = between(0.6, 1.9);
  const offset = between(0, 6);
  const swells = row(9, (index) => {
    const share = 0.3 + 0.7 * Math.abs(Math.sin(offset + index * lean));
    const shift = between(0, length);
    return path(tone((index + 1) / 9), swell((index - 1) * 30, height * share, length, shift));
  });
  return turned(Math.floor(between(-1, 3)) * 45, swells);
}

/** A disc half below the horizon, and its light on the water. */
function setSun({ tone, accent }: CoverPalette, between: Between): string {
  const level = between(70, 150);
  const x = between(44, 156);
  const radius = between(28, 64);
  const sky = row(3, (index) => rectangle(tone(0.12 * (index + 1)), (level / 4) * (index + 1), SIDE));
  const glints = row(4, (index) => {
    const half = radius * (0.9 - index * 0.2);
    const top = level + 9 + index * ((SIDE - level) / 4.4);
    return polygon(accent, x - half, top, x + half, top, x + half, top + 5, x - half, top + 5);
  });
  return sky + disc(accent, x, level, radius) + rectangle(tone(0.8), level, SIDE) + glints;
}

/** A disc nearly as large as the picture, behind two swells. */
function greatDisc({ tone, accent }: CoverPalette, between: Between): string {
  const length = between(150, 300);
  const level = between(120, 160);
  const shift = between(0, length);
  return (
    disc(accent, between(60, 140), between(70, 110), between(62, 84)) +
    path(tone(0.6), swell(level, between(8, 22), length, shift)) +
    path(tone(1), swell(level + 26, between(8, 20), length, shift + length * between(0.2, 0.6)))
  );
}

/** Rings that spread from a point. */
function ripples({ tone, accent }: CoverPalette, between: Between): string {
  const x = between(20, 180);
  const y = between(20, 180);
  const step = between(22, 34);
  const count = Math.ceil(SIDE / step);
  return (
    row(count, (index) => disc(tone(((index + 1) / count) ** 0.8), x, y, (count - index) * step)) +
    disc(accent, x, y, step * between(0.5, 0.9))
  );
}

/** Steep crests, the farthest palest, a disc over them. */
function peaks({ tone, accent }: CoverPalette, between: Between): string {
  const ranges = row(3, (index) => {
    const length = between(90, 190);
    return path(
      tone(0.34 * (index + 1)),
      swell(96 + index * 38, between(26, 44) - index * 5, length, between(0, length), true),
    );
  });
  return disc(accent, between(40, 160), between(34, 74), between(18, 34)) + ranges;
}

/** Straight bands, narrow to wide, as the tide leaves them. */
function tideBands({ tone, accent }: CoverPalette, between: Between): string {
  const count = Math.floor(between(4, 8));
  const marked = Math.floor(between(1, count));
  const growth = between(0.7, 1.4);
  const top = (index: number) => -OVERHANG + (SIDE + 2 * OVERHANG) * ((index + 1) / (count + 1)) ** growth;
  const bands = row(count, (index) =>
    rectangle(index === marked ? accent : tone((index + 1) / count), top(index), SIDE + OVERHANG),
  );
  return turned(Math.floor(between(0, 4)) * 45 + between(-9, 9), bands);
}

/** A sail and its reflection. */
function sail({ tone, accent }: CoverPalette, between: Between): string {
  const x = between(70, 130);
  const level = between(126, 152);
  const height = between(74, 108);
  const width = between(36, 58) * (between(0, 1) < 0.5 ? -1 : 1);
  return (
    disc(tone(0.35), between(30, 170), between(36, 80), between(20, 42)) +
    rectangle(tone(0.7), level, SIDE) +
    polygon(accent, x, level - 4, x, level - 4 - height, x + width, level - 4) +
    polygon(
      tone(0.5),
      x - width * 0.14,
      level - 4,
      x - width * 0.14,
      level - height * 0.8,
      x - width * 0.75,
      level - 4,
    ) +
    polygon(
      tone(1),
      x - width,
      level + 2,
      x + width * 1.1,
      level + 2,
      x + width * 0.7,
      level + 18,
      x - width * 0.6,
      level + 18,
    )
  );
}

/** One great swell across the picture, with a line of foam. */
function breaker({ tone, accent }: CoverPalette, between: Between): string {
  const length = between(260, 420);
  const height = between(34, 60);
  const shift = between(0, length);
  const level = between(84, 116);
  const wave = (fill: string, down: number) => path(fill, swell(level + down, height, length, shift));
  return turned(
    between(-50, 50),
    wave(tone(0.3), -34) + wave(accent, -6) + wave(tone(0.66), 6) + wave(tone(1), 46),
  );
}

/** Overlapping scales, row before row, one of them marked. */
function scales({ tone, accent }: CoverPalette, between: Between): string {
  const size = SIDE / between(1.6, 3.2);
  const columns = Math.ceil(SIDE / size) + 1;
  const rows = Math.ceil((2 * SIDE) / size) + 2;
  const marked = Math.floor(between(columns, columns * (rows - 3)));
  return row(rows, (line) =>
    row(columns, (column) => {
      const x = (column + (line % 2) / 2) * size;
      const y = (line + 0.4) * (size / 2);
      const near = (line % 3) * 0.4;
      return (
        disc(line * columns + column === marked ? accent : tone(near + 0.15), x, y, size / 2) +
        disc(tone(near), x, y, size * 0.3)
      );
    }),
  );
}

/** Rays from a low disc. */
function beams({ tone, accent }: CoverPalette, between: Between): string {
  const x = between(20, 180);
  const level = between(140, 176);
  const count = Math.floor(between(4, 8)) * 2;
  const turn = between(0, 1);
  const rays = row(count, (index) => {
    const from = ((index + turn) / count) * 2 * Math.PI;
    const to = from + Math.PI / count;
    const reach = 2 * SIDE;
    return polygon(
      tone(0.4),
      x,
      level,
      x + reach * Math.cos(from),
      level + reach * Math.sin(from),
      x + reach * Math.cos(to),
      level + reach * Math.sin(to),
    );
  });
  return (
    rays +
    disc(accent, x, level, between(28, 50)) +
    path(tone(1), swell(level + 8, between(4, 12), between(60, 140), between(0, 60)))
  );
}

/** Level and everything below it. */
function rectangle(fill: string, top: number, bottom: number): string {
  return polygon(fill, -OVERHANG, top, SIDE + OVERHANG, top, SIDE + OVERHANG, bottom, -OVERHANG, bottom);
}

function row(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}
