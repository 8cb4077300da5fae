import {
  answer,
  answerDocument,
  answerFailure,
  isAllowed,
  PUBLIC,
  type StoredDocument,
  storedDocument,
} from '#src/broadcast/http/answer.ts';
import { type Exchange, languageOf } from '#src/broadcast/http/exchange.ts';
import { escapeXml } from '#src/contract/escape-xml.ts';
import type { Language } from '#src/contract/languages.ts';
import { DOCUMENT_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';

/** Returns the live stream's address on this server. */
export function streamPath(streamId: StreamId): string {
  return `/stream/${streamId}.mp3`;
}

/** Returns the address of the same programme as HLS, on this server. */
function hlsPath(streamId: StreamId): string {
  return `/stream/${streamId}/live.m3u8`;
}

/** Returns a whole address, for players that know no page it could be relative to. */
function absoluteStreamUrl(
  streamId: StreamId,
  { mediaBaseUrl, origin }: { mediaBaseUrl: string; origin: string },
): string {
  return `${mediaBaseUrl || origin}${streamPath(streamId)}`;
}

/** Answers `/listen/{stream}.m3u`, `.pls` and `.xspf`, for VLC, Winamp and iTunes. */
export function createPlaylistDocuments(options: {
  config: () => StationConfig;
  mediaBaseUrl: string;
  origin: string;
}): (exchange: Exchange, file: string) => void {
  return (exchange, file) => {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    const [, streamId, ending = ''] = /^(.+)\.([a-z0-9]+)$/.exec(file) ?? [];
    const playlist = Object.hasOwn(PLAYLISTS, ending) ? PLAYLISTS[ending] : undefined;
    const stream = options.config().streams.find(({ id }) => id === streamId);
    if (!playlist) return answerFailure(exchange, 'not_found');
    if (!stream) return answerFailure(exchange, 'stream_not_found');
    const text = playlist.write({
      name: stream.name,
      url: absoluteStreamUrl(stream.id, options),
      home: options.origin,
    });
    const head = {
      'Content-Type': playlist.contentType,
      'Content-Disposition': `attachment; filename="${stream.id}.${ending}"`,
      'Cache-Control': `public, max-age=${DOCUMENT_KEPT_SECONDS}`,
      ...PUBLIC,
    };
    answer(exchange, 200, head, text);
  };
}

/** A stream as playlists of external players name it. */
interface PlaylistEntry {
  name: string;
  /** Absolute. */
  url: string;
  /** The station's page. */
  home: string;
}

interface Playlist {
  contentType: string;
  write(entry: PlaylistEntry): string;
}

/** The playlists of `/listen/`, by file name ending. */
export const PLAYLISTS: Record<string, Playlist> = {
  m3u: {
    contentType: 'audio/x-mpegurl; charset=utf-8',
    write: ({ name, url }) => `#EXTM3U\n#EXTINF:-1,${oneLine(name)}\n${url}\n`,
  },
  pls: {
    contentType: 'audio/x-scpls; charset=utf-8',
    write: ({ name, url }) =>
      `[playlist]\nNumberOfEntries=1\nFile1=${url}\nTitle1=${oneLine(name)}\nLength1=-1\nVersion=2\n`,
  },
  xspf: {
    contentType: 'application/xspf+xml; charset=utf-8',
    write: ({ name, url, home }) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<playlist version="1" xmlns="http://xspf.org/ns/0/">\n  <title>${xmlOf(name)}</title>\n  <info>${xmlOf(home)}</info>\n  <trackList>\n    <track>\n      <location>${xmlOf(url)}</location>\n      <title>${xmlOf(name)}</title>\n    </track>\n  </trackList>\n</playlist>\n`,
  },
};

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Without control signs, which XML has no way to write. */
function xmlOf(text: string): string {
  return escapeXml(oneLine(text).replace(/\p{Cc}/gu, ''));
}

/** Answers `/fluxaudio.json`: the streams with their texts in the language of the request. */
export function createFluxaudioDocument(options: {
  config: () => StationConfig;
  mediaBaseUrl: string;
}): (exchange: Exchange) => void {
  const documents = new Map<Language, StoredDocument>();
  let config: StationConfig | null = null;
  return (exchange) => {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    if (config !== options.config()) documents.clear();
    config = options.config();
    const language = languageOf(exchange.request);
    const document = documents.get(language) ?? write(config, language, options.mediaBaseUrl);
    documents.set(language, document);
    answerDocument(exchange, document);
  };
}

function write({ streams }: StationConfig, language: Language, mediaBaseUrl: string): StoredDocument {
  const rows = streams.map((stream) => ({
    version: stream.version,
    image: stream.image,
    id: stream.id,
    name: stream.name,
    url: `${mediaBaseUrl}${streamPath(stream.id)}`,
    hls: `${mediaBaseUrl}${hlsPath(stream.id)}`,
    color: stream.colour,
    genre: stream.genre[language],
    description: stream.description[language],
  }));
  return storedDocument(JSON.stringify(rows), {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': `public, max-age=${DOCUMENT_KEPT_SECONDS}`,
    'Content-Language': language,
    Vary: 'Accept-Language, X-Language',
  });
}
