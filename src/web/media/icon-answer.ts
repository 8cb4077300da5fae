import { MEDIA_KEPT_SECONDS } from '#src/contract/limits.ts';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { contrast, hexColour } from '#src/platform/colour/colour.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { documentAnswer } from '#src/web/answers/document.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { type DrawnImage, type DrawnImages, drawSvg, readDrawn, sendDrawn } from './drawn-images.ts';

const CACHE_CONTROL = `public, max-age=${MEDIA_KEPT_SECONDS}`;
const MARK_UNITS = 512;
const LOGO_PIXELS = 512;

/** The station's icons by address: edge in pixels, and shape. */
const ICONS: Readonly<Record<string, { pixels: number; shape: MarkShape }>> = {
  '/apple-touch-icon.png': { pixels: 180, shape: 'bleed' },
  '/icon-192.png': { pixels: 192, shape: 'tile' },
  '/icon-512.png': { pixels: 512, shape: 'tile' },
  '/icon-maskable-192.png': { pixels: 192, shape: 'bleed' },
  '/icon-maskable-512.png': { pixels: 512, shape: 'bleed' },
  '/icon-monochrome-512.png': { pixels: 512, shape: 'mono' },
};

interface IconServices {
  images: DrawnImages;
  station(): StationConfig;
}

/**
 * The icons that browsers and systems ask for, in the colour of the default stream; null for any other
 * address.
 */
export async function iconAnswer(
  request: Request,
  pathname: string,
  services: IconServices,
): Promise<Response | null> {
  const colour = services.station().streams.find(({ id }) => id === DEFAULT_STREAM)?.colour ?? '';
  if (pathname === '/favicon.svg')
    return documentAnswer(request, stationMark(colour, 'tile'), {
      contentType: 'image/svg+xml',
      cacheControl: CACHE_CONTROL,
    });
  if (pathname === '/favicon.ico') {
    const png = await readDrawn(await markOf(services.images, colour, 48, 'tile'));
    return documentAnswer(request, iconFile(png, 48), {
      contentType: 'image/x-icon',
      cacheControl: CACHE_CONTROL,
    });
  }
  const icon = Object.hasOwn(ICONS, pathname) ? ICONS[pathname] : undefined;
  if (icon === undefined) return null;
  return sendPng(request, await markOf(services.images, colour, icon.pixels, icon.shape));
}

/** `/logo-{image}.png` [R2, W71]: the mark in the stream's colour. */
export async function logoAnswer(request: Request, image: string, services: IconServices): Promise<Response> {
  const stream = services.station().streams.find((one) => one.image === image);
  if (stream === undefined) return plainAnswer(404, 'Not found');
  return sendPng(request, await markOf(services.images, stream.colour, LOGO_PIXELS, 'tile'));
}

function markOf(images: DrawnImages, colour: string, pixels: number, shape: MarkShape): Promise<DrawnImage> {
  const svg = stationMark(colour, shape);
  return images.find(['mark', svg, String(pixels)], 'png', (sharp) =>
    drawSvg(sharp, svg, MARK_UNITS, pixels).png({ palette: true }),
  );
}

async function sendPng(request: Request, image: DrawnImage): Promise<Response> {
  const answer = await sendDrawn(request, image, { contentType: 'image/png', cacheControl: CACHE_CONTROL });
  answer?.headers.set('access-control-allow-origin', '*');
  return answer ?? plainAnswer(404, 'Not found');
}

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

/**
 * A Windows icon file around one PNG image.
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
function iconFile(png: Uint8Array, pixels: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(HEADER_BYTES + ENTRY_BYTES + png.byteLength);
  const view = new DataView(file.buffer);
  view.setUint16(2, 1, true); // type: icon
  view.setUint16(4, 1, true); // number of images
  view.setUint8(6, pixels);
  view.setUint8(7, pixels);
  view.setUint16(10, 1, true); // colour planes
  view.setUint16(12, 32, true); // bits a pixel
  view.setUint32(14, png.byteLength, true);
  view.setUint32(18, HEADER_BYTES + ENTRY_BYTES, true);
  file.set(png, HEADER_BYTES + ENTRY_BYTES);
  return file;
}

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
type MarkShape = 'tile' | 'bleed' | 'mono';

/**
 * The station's mark as an SVG document of 512 by 512: the wave on a ground of `colour` (`#rrggbb` or
 * `rgba(r,g,b,a)`).
 */
function stationMark(colour: string, shape: MarkShape): string {
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
