import type { MediaElement } from '#src/features/player/sound/media-element.ts';
import type { Variant } from '#src/features/player/sound/sound.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** What plays a playlist of segments in a media element: the edge to hls.js, and to engines that can by themselves. */
export interface HlsPlayer extends Disposable {
  /** The instant that its element plays, milliseconds since the Unix epoch; null until known. */
  readonly heardMs: number | null;
  readonly variant: Variant;
  /** What is on air now, in seconds of the element's time. */
  readonly airSeconds: number;
  /** Whether the server answers. */
  readonly isFed: boolean;
  /** Goes on with what is live. */
  goLive(): void;
  /** The stream's address has changed: a token has come. */
  renew(): void;
  /** Asks how the radio dates now what is heard; resolves once that is known, or not. */
  askDates(): Promise<void>;
}

/**
 * `left-out` the sound goes on further ahead, by `seconds` of the element's time, since what lies between cannot be
 * fetched any more · `broken` no sound comes in this way any more.
 */
export type HlsNews =
  | { readonly type: 'left-out'; readonly seconds: number }
  | { readonly type: 'broken'; readonly why: string };

export interface HlsOptions {
  readonly clock: Clock;
  readonly element: MediaElement;
  /** Returns the playlist's address, as it is now. */
  playlist(): string;
  /** The instant to begin at where it is further back than what is live; null for live. */
  readonly startMs: number | null;
  tell(news: HlsNews): void;
}

/** Gives a media element the segments of a stream. The caller plays it. */
export type OpenHls = (options: HlsOptions) => HlsPlayer;

/** `/stream/dance.mp3?session=…&noads=…` → `/stream/dance/live.m3u8?noads=…`; null for a stream of another server. */
export function playlistAddress(streamAddress: string): string | null {
  const [, stream, query = ''] = /^(.*\/stream\/[\w-]+)\.mp3(?:\?(.*))?$/.exec(streamAddress) ?? [];
  if (stream === undefined) return null;
  const token = new URLSearchParams(query).get('noads');
  return `${stream}/live.m3u8${token === null ? '' : `?noads=${encodeURIComponent(token)}`}`;
}
