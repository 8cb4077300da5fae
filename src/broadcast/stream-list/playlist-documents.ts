import { answer, answerFailure, isAllowed, PUBLIC } from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import { DOCUMENT_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { PLAYLISTS } from './playlists.ts';
import { absoluteStreamUrl } from './stream-addresses.ts';

/** `/listen/{stream}.m3u`, `.pls` and `.xspf`: for VLC, Winamp, iTunes. */
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
