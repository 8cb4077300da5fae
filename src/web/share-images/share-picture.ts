import type { OverlayOptions, Sharp } from 'sharp';
import { SHARE_IMAGE } from '#src/contract/limits.ts';
import { GROUNDS } from '#src/page/theme/grounds.ts';
import { channelsOf, colourOf, hexColour } from '#src/platform/colour/colour.ts';
import type { Hand, Lettered, Lettering } from '#src/web/lettering/lettering.ts';
import { INK, inkOn, WAVE } from '#src/web/media/icon-answer.ts';
import type { ShareSubject } from './share-subject.ts';

type Library = typeof import('sharp').default;

const { width: WIDTH, height: HEIGHT } = SHARE_IMAGE;
const MARGIN = 72;
const COVER = 396;
const COVER_LEFT = WIDTH - MARGIN - COVER;
const COVER_TOP = 62;
/** The radius of large art, and its tilt on the home page. */
const COVER_RADIUS = 36;
const COVER_TILT = 3;
const WORDS_WIDTH = COVER_LEFT - MARGIN - 56;
const WORDS_TOP = 60;
const WORDS_BOTTOM = 462;
const GAP = 26;
/** The part of the stream's colour in the paper. */
const TINT = 0.24;
/** Middle of the strip below the swell, where the station stands. */
const STATION_MIDDLE = 572;
/** With less, flat colours get stripes. */
const PALETTE_EFFORT = 4;
/** Where everything in the middle stands when there are no words. */
const ALONE_LEFT = (WIDTH - COVER) / 2;

const NOTE: Omit<Hand, 'colour'> = {
  face: 'Onest',
  weight: 650,
  sizes: [28, 24],
  width: WORDS_WIDTH,
  height: 40,
};
const TITLE: Omit<Hand, 'colour' | 'height'> = {
  face: 'Unbounded',
  weight: 800,
  sizes: [84, 72, 62, 54, 46, 40, 34],
  width: WORDS_WIDTH,
};
/** So few signs are written larger: a title may be an emoji. */
const FEW_SIGNS = 3;
const FEW_SIZES = [180, 150, 120];
const LINE: Omit<Hand, 'colour'> = {
  face: 'Onest',
  weight: 600,
  sizes: [40, 34, 30],
  width: WORDS_WIDTH,
  height: 92,
};
const STATION: Omit<Hand, 'colour'> = {
  face: 'Unbounded',
  weight: 750,
  sizes: [36, 28, 22],
  width: WIDTH - 2 * MARGIN - 90,
  height: 50,
};

/**
 * The picture beside a shared link [R12, R75]: words and a tilted cover on paper in the stream's tint, above
 * a swell that bears the station's name. What no font at hand can write is left out; without title and line
 * the station has their place.
 */
export async function drawSharePicture(
  sharp: Library,
  lettering: Pick<Lettering, 'write'>,
  subject: ShareSubject,
): Promise<Sharp> {
  const colour = hexColour(subject.colour);
  const strip = inkOn(colour);
  const write = (text: string, hand: Hand) => lettering.write(sharp, text, hand);
  const note = subject.note === '' ? null : await write(subject.note, { ...NOTE, colour: INK });
  const line = subject.line === '' ? null : await write(subject.line, { ...LINE, colour: INK });
  const left = [note, line].reduce((rest, part) => rest - (part === null ? 0 : part.height + GAP), 0);
  const height = WORDS_BOTTOM - WORDS_TOP + left;
  const sizes = [...(signsOf(subject.title) <= FEW_SIGNS ? FEW_SIZES : []), ...TITLE.sizes];
  const large = { ...TITLE, sizes, colour: INK, height };
  // A title in letters that are not at hand: who made it has that place, else the station.
  const title =
    (await write(subject.title, large)) ?? (line === null ? await write(subject.station, large) : null);
  const station = await write(subject.station, { ...STATION, colour: strip });
  const coverLeft = title === null && line === null ? ALONE_LEFT : COVER_LEFT;
  const ground = groundOf(colour, strip, coverLeft, await subject.cover(), station !== null);
  return sharp(Buffer.from(ground))
    .composite([...stacked([note, title, line]), ...(station === null ? [] : [besideMark(station)])])
    .png({ palette: true, effort: PALETTE_EFFORT });
}

/** The words above each other, in the middle of their column. */
function stacked(parts: readonly (Lettered | null)[]): OverlayOptions[] {
  const there = parts.filter((part) => part !== null);
  const height = there.reduce((sum, part) => sum + part.height, GAP * (there.length - 1));
  let top = Math.round((WORDS_TOP + WORDS_BOTTOM - height) / 2);
  return there.map((part) => {
    const left = part.isRightToLeft ? MARGIN + WORDS_WIDTH - part.width : MARGIN;
    const placed = { ...part.pixels, left, top };
    top += part.height + GAP;
    return placed;
  });
}

function besideMark(station: Lettered): OverlayOptions {
  return { ...station.pixels, left: MARGIN + 84, top: Math.round(STATION_MIDDLE - station.height / 2) };
}

/** @param cover an SVG document, or the bytes of a JPEG */
function groundOf(
  colour: string,
  strip: string,
  coverLeft: number,
  cover: string | Buffer,
  hasName: boolean,
): string {
  const place = `x="${coverLeft}" y="${COVER_TOP}" width="${COVER}" height="${COVER}"`;
  const picture =
    typeof cover === 'string'
      ? cover.replace('<svg ', `<svg ${place} `)
      : `<image ${place} preserveAspectRatio="xMidYMid slice" href="data:image/jpeg;base64,${cover.toString('base64')}"/>`;
  const tilt = `rotate(${COVER_TILT} ${coverLeft + COVER / 2} ${COVER_TOP + COVER / 2})`;
  const markLeft = hasName ? MARGIN : WIDTH / 2 - 30;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<clipPath id="art"><rect ${place} rx="${COVER_RADIUS}"/></clipPath>` +
    '<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="16"/></filter>' +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${mixed(GROUNDS.light, colour, TINT)}"/>` +
    `<path d="M0 500C150 455 250 545 400 505S650 455 800 505S1050 550 1200 500V630H0Z" fill="${mixed(GROUNDS.light, colour, 0.6)}"/>` +
    `<path d="M0 525C150 560 250 480 400 518S650 560 800 520S1050 490 1200 530V630H0Z" fill="${colour}"/>` +
    `<g transform="${tilt}"><rect x="${coverLeft + 14}" y="${COVER_TOP + 34}" width="${COVER - 28}" height="${COVER - 14}" rx="${COVER_RADIUS}" fill="${INK}" fill-opacity=".34" filter="url(#soft)"/>` +
    `<g clip-path="url(#art)">${picture}</g></g>` +
    `<path transform="translate(${markLeft} ${STATION_MIDDLE - 20}) scale(1.6)" d="${WAVE}" fill="none" stroke="${strip}" stroke-width="4.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  );
}

function signsOf(text: string): number {
  return Array.from(new Intl.Segmenter().segment(text)).length;
}

function mixed(ground: string, colour: string, share: number): string {
  const other = channelsOf(colour);
  return colourOf(channelsOf(ground).map((value, at) => value + ((other[at] ?? 0) - value) * share));
}
