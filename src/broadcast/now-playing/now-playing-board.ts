import {
  answerDocument,
  isAllowed,
  type StoredDocument,
  storedDocument,
} from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import { ON_AIR_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { mediaSlug } from '#src/contract/titles.ts';
import type { StationConfig, StreamConfig } from '#src/station/config/station-config.ts';
import type { NowPlaying } from './now-playing.wire.ts';

/** The track whose title each stream shows. */
export interface ShownTrack {
  artist: string;
  title: string;
  slug: string;
  startedMs: number;
  durationMs: number;
}

interface NowPlayingBoardOptions {
  config: () => StationConfig;
  mediaBaseUrl: string;
  openedMs: number;
}

/**
 * Knows what every stream shows as its title: the last track that began. Jingles, spots and the bed change
 * nothing; before the first track ever it is the stream's name.
 */
export class NowPlayingBoard {
  readonly #options: NowPlayingBoardOptions;
  readonly #tracks = new Map<StreamId, ShownTrack>();
  readonly #callbacks = new Set<(changed: NowPlaying | null) => void>();

  constructor(options: NowPlayingBoardOptions) {
    this.#options = options;
  }

  show(streamId: StreamId, track: ShownTrack): void {
    this.#tracks.set(streamId, track);
    const stream = this.#options.config().streams.find(({ id }) => id === streamId);
    if (stream) this.#tell(this.#nowPlaying(stream));
  }

  /** Tells followers that the station's settings changed: names may be others now. */
  renamed(): void {
    this.#tell(null);
  }

  /** Every stream, in the order of the station's settings. */
  list(): NowPlaying[] {
    return this.#options.config().streams.map((stream) => this.#nowPlaying(stream));
  }

  /** Calls back with the stream that changed; null when all may have. */
  onChange(callback: (changed: NowPlaying | null) => void): Disposable {
    this.#callbacks.add(callback);
    return { [Symbol.dispose]: () => this.#callbacks.delete(callback) };
  }

  #tell(changed: NowPlaying | null): void {
    for (const callback of this.#callbacks) callback(changed);
  }

  #nowPlaying(stream: StreamConfig): NowPlaying {
    const { version } = stream;
    const track = this.#tracks.get(stream.id);
    if (!track) {
      return {
        version,
        artiste: '',
        titre: stream.name,
        pochette: `/logo-${stream.image}.png`,
        slug: '',
        started_at: new Date(this.#options.openedMs).toISOString(),
        duration: 0,
      };
    }
    return {
      version,
      artiste: track.artist,
      titre: track.title,
      pochette: `${this.#options.mediaBaseUrl}/covers/${encodeURIComponent(mediaSlug(track.slug))}.jpg`,
      slug: track.slug,
      started_at: new Date(track.startedMs).toISOString(),
      duration: Math.round(track.durationMs) / 1000,
    };
  }
}

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': `public, max-age=${ON_AIR_KEPT_SECONDS}`,
};

/** Answers `/titre.json`, which is written once a change and read by everybody's poll. */
export function createTitreDocument(board: NowPlayingBoard): (exchange: Exchange) => void {
  let document: StoredDocument | null = null;
  board.onChange(() => {
    document = null;
  });
  return (exchange) => {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    document ??= storedDocument(JSON.stringify(board.list()), HEADERS);
    answerDocument(exchange, document);
  };
}
