import {
  answerDocument,
  isAllowed,
  type StoredDocument,
  storedDocument,
} from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import type { FrameDates } from '#src/broadcast/timeline/frame-dates.ts';
import { frameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import type { Mark, Piece, Variant } from '#src/broadcast/timeline/timeline.ts';
import { ON_AIR_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { mediaSlug } from '#src/contract/titles.ts';
import type { StationConfig, StreamConfig } from '#src/station/config/station-config.ts';
import type { MarkEvent, WireMark } from './marks.wire.ts';
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
  readonly #markCallbacks = new Set<(mark: MarkEvent) => void>();

  constructor(options: NowPlayingBoardOptions) {
    this.#options = options;
  }

  show(streamId: StreamId, track: ShownTrack): void {
    this.#tracks.set(streamId, track);
    const stream = this.#stream(streamId);
    if (stream) this.#tell(this.#nowPlaying(stream));
  }

  /** Whether a track was ever on air; before that a stream comes soon [R10]. */
  hasShown(streamId: StreamId): boolean {
    return this.#tracks.has(streamId);
  }

  /** Tells followers that a piece begins, or is dated anew. */
  mark(streamId: StreamId, variants: Variant[], mark: Mark, dates: FrameDates): void {
    const stream = this.#stream(streamId);
    if (!stream) return;
    const told: MarkEvent = { version: stream.version, variants, ...this.#wireMark(stream, mark, dates) };
    for (const callback of this.#markCallbacks) callback(told);
  }

  /** Returns marks of a stream as the wire has them. */
  wireMarks(streamId: StreamId, marks: readonly Mark[], dates: FrameDates): WireMark[] {
    const stream = this.#stream(streamId);
    return stream ? marks.map((mark) => this.#wireMark(stream, mark, dates)) : [];
  }

  /** Calls back with each piece that begins on a stream. */
  onMark(callback: (mark: MarkEvent) => void): Disposable {
    this.#markCallbacks.add(callback);
    return { [Symbol.dispose]: () => this.#markCallbacks.delete(callback) };
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

  #stream(streamId: StreamId): StreamConfig | undefined {
    return this.#options.config().streams.find(({ id }) => id === streamId);
  }

  /** Only a track has a page and a cover; jingles, spots and the bed show the stream. */
  #wireMark(stream: StreamConfig, { startFrame, piece }: Mark, dates: FrameDates): WireMark {
    const { kind, record } = piece;
    const isNamed = kind === 'track' || kind === 'interlude';
    return {
      first_ms: dates.instant(startFrame),
      kind,
      artiste: isNamed ? record.artist : '',
      titre: isNamed ? record.title : stream.name,
      slug: kind === 'track' ? record.slug : '',
      pochette: kind === 'track' ? this.#cover(record.slug) : logoOf(stream),
      duration: Math.round(durationMs(piece)) / 1000,
    };
  }

  #cover(slug: string): string {
    return `${this.#options.mediaBaseUrl}/covers/${encodeURIComponent(mediaSlug(slug))}.jpg`;
  }

  #nowPlaying(stream: StreamConfig): NowPlaying {
    const { version } = stream;
    const track = this.#tracks.get(stream.id);
    if (!track) {
      return {
        version,
        artiste: '',
        titre: stream.name,
        pochette: logoOf(stream),
        slug: '',
        started_at: new Date(this.#options.openedMs).toISOString(),
        duration: 0,
      };
    }
    return {
      version,
      artiste: track.artist,
      titre: track.title,
      pochette: this.#cover(track.slug),
      slug: track.slug,
      started_at: new Date(track.startedMs).toISOString(),
      duration: Math.round(track.durationMs) / 1000,
    };
  }
}

function logoOf({ image }: StreamConfig): string {
  return `/logo-${image}.png`;
}

/** Returns the length of what is heard of a piece; 0 for the bed, whose end nobody knows. */
function durationMs({ record, frames }: Piece): number {
  if (record === null) return 0;
  return frames === undefined || frames === record.frames ? record.durationMs : frameInstant(frames);
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
