import { isLanguage } from '#src/contract/languages.ts';
import { EMBED, EMBED_MIN, SHARE_IMAGE } from '#src/contract/limits.ts';
import { DEFAULT_STREAM, isStreamId, type StreamId } from '#src/contract/streams.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { document } from '#src/web/answers/document.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';

const CACHE_SECONDS = 86_400;
const CACHE_CONTROL = `public, max-age=${CACHE_SECONDS}`;
const LIMITS = ['maxwidth', 'maxheight'] as const;

/**
 * `/oembed?url=` [W105]: how another site frames a stream, for the home page of a stream, its small player and its embed.
 * @see https://oembed.com
 */
export async function oembedDocument(
  request: Request,
  { settings, station }: { settings: { readonly origin: string }; station(): StationConfig },
): Promise<Response> {
  const asked = new URL(request.url).searchParams;
  const format = asked.get('format') ?? 'json';
  if (format !== 'json' && format !== 'xml') return plainAnswer(501, 'The format must be json or xml.');
  const address = asked.get('url');
  if (address === null || address === '')
    return plainAnswer(400, 'The parameter url is missing: the address of a page of this site.');
  const [maxWidth, maxHeight] = LIMITS.map((name) => lengthOf(asked.get(name)));
  if (maxWidth === undefined || maxHeight === undefined)
    return plainAnswer(400, 'maxwidth and maxheight must be whole numbers of pixels.');
  const found = streamOf(address, settings.origin);
  const { name, streams } = station();
  const stream = streams.find(({ id }) => id === found?.streamId);
  if (found === null || stream === undefined)
    return plainAnswer(404, 'This is not the address of a stream of this site.');
  const size = { width: Math.min(EMBED.width, maxWidth), height: Math.min(EMBED.height, maxHeight) };
  const isRoomy = size.width >= EMBED_MIN.width && size.height >= EMBED_MIN.height;
  const query = found.language === null ? '' : `?lang=${found.language}`;
  const facts = {
    version: '1.0',
    type: isRoomy ? 'rich' : 'link',
    title: stream.name,
    provider_name: name,
    provider_url: settings.origin,
    cache_age: CACHE_SECONDS,
    ...(SHARE_IMAGE.width <= maxWidth &&
      SHARE_IMAGE.height <= maxHeight && {
        thumbnail_url: `${settings.origin}/og/stream/${stream.id}.png${query}`,
        thumbnail_width: SHARE_IMAGE.width,
        thumbnail_height: SHARE_IMAGE.height,
      }),
    ...(isRoomy && {
      ...size,
      html: frameOf(`${settings.origin}/embed/${stream.id}${query}`, stream.name, size),
    }),
  };
  return format === 'xml'
    ? document(request, xmlOf(facts), {
        contentType: 'text/xml; charset=utf-8',
        cacheControl: CACHE_CONTROL,
      })
    : document(request, JSON.stringify(facts), {
        contentType: 'application/json; charset=utf-8',
        cacheControl: CACHE_CONTROL,
      });
}

/** Any length without a parameter; undefined for what is none. */
function lengthOf(text: string | null): number | undefined {
  if (text === null || text === '') return Number.POSITIVE_INFINITY;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

/** The stream that an address of ours is about, and the language that it names; null for any other address. */
function streamOf(address: string, origin: string): { streamId: StreamId; language: string | null } | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname, searchParams } = new URL(address);
  if (!/^https?:$/.test(protocol) || host !== new URL(origin).host) return null;
  const [first, second, ...rest] = pathname.split('/').filter((segment) => segment !== '');
  if (rest.length > 0) return null;
  if (isLanguage(first)) {
    const streamId = second ?? DEFAULT_STREAM;
    return isStreamId(streamId) ? { streamId, language: first } : null;
  }
  const isPlayer = first === 'embed' || first === 'player';
  if (!isPlayer || !isStreamId(second)) return null;
  const language = searchParams.get('lang');
  return { streamId: second, language: isLanguage(language) ? language : null };
}

function frameOf(
  address: string,
  title: string,
  { width, height }: { width: number; height: number },
): string {
  return `<iframe src="${escapeXml(address)}" title="${escapeXml(title)}" width="${width}" height="${height}" style="border:0" loading="lazy"></iframe>`;
}

function xmlOf(facts: Readonly<Record<string, string | number>>): string {
  const elements = Object.entries(facts).map(
    ([key, value]) => `<${key}>${escapeXml(String(value))}</${key}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
