import { answer, answerFailure, isAllowed, PUBLIC } from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import { DOCUMENT_KEPT_SECONDS } from '#src/contract/limits.ts';
import { escapeXml } from '#src/platform/text/escape-xml.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { absoluteStreamUrl } from './stream-addresses.ts';

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
