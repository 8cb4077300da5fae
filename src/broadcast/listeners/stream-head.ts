import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { PUBLIC } from '#src/broadcast/http/answer.ts';
import { ICY_INTERVAL } from '#src/broadcast/icy/icy-grid.ts';

/** Request headers, of those a stream heeds, that a page on another site may send along. */
export const STREAM_REQUEST_HEADERS = 'Icy-MetaData, Range';

/**
 * The response head of a live stream. `Range` is answered with the plain stream: a 206 would make iPhones forget what
 * they asked for.
 */
export function streamHead(options: {
  name: string;
  genre: string;
  origin: string;
  withTitles: boolean;
}): Record<string, string> {
  return {
    'Content-Type': 'audio/mpeg',
    Connection: 'close',
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'none',
    'X-Accel-Buffering': 'no',
    'X-Content-Type-Options': 'nosniff',
    ...PUBLIC,
    'Access-Control-Expose-Headers': 'icy-name, icy-genre, icy-br, icy-url, icy-pub, icy-metaint, X-First-Ms',
    'icy-name': utf8(options.name),
    ...(options.genre !== '' && { 'icy-genre': utf8(options.genre) }),
    'icy-br': String(BIT_RATE / 1000),
    'icy-url': options.origin,
    'icy-pub': '1',
    ...(options.withTitles && { 'icy-metaint': String(ICY_INTERVAL) }),
  };
}

/** UTF-8 as players read it and Icecast sends it: `http` writes each character of a header as one byte. */
function utf8(text: string): string {
  const line = text
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return Buffer.from(line).toString('latin1');
}
