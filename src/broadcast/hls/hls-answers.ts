import type { Caller } from '#src/broadcast/figures/daily-hashes.ts';
import {
  answer,
  answerDocument,
  answerFailure,
  isAllowed,
  PUBLIC,
  type StoredDocument,
  storedDocument,
} from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import { RETRY_AFTER_SECONDS } from '#src/broadcast/listeners/admission.ts';
import type { Robots } from '#src/broadcast/listeners/robots.ts';
import type { Timeline, Variant } from '#src/broadcast/timeline/timeline.ts';
import { PLAYLIST_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Peer } from '#src/platform/wire/peer-address.ts';
import { type HlsListener, type HlsListeners, UNCOUNTED } from './hls-listeners.ts';
import { writePlaylist } from './playlist.ts';
import type { SegmentTags } from './segment-tags.ts';
import { SEGMENT_KEPT_SECONDS, type Segment, type Segments } from './segments.ts';

/** A stream that is heard in segments. */
export interface SegmentedStream {
  streamId: StreamId;
  segments: Segments;
  playout: { timeline: Timeline };
}

interface HlsAnswersOptions {
  listeners: HlsListeners;
  robots: Pick<Robots, 'isOne'>;
  peerOf: (exchange: Exchange) => Peer;
  /** The member whose ad-free token counts at an instant. */
  memberOf: (token: string | null, atMs: number) => string | null;
  tags: SegmentTags;
  /** Called when a segment was sent whole to a listener. */
  onSent: (stream: SegmentedStream, variant: Variant, segment: Segment, caller: Caller) => void;
  clock: Pick<Clock, 'nowMs'>;
}

/** The playlists of a stream's present segments. */
interface Written {
  segments: readonly Segment[];
  /** By who hears what. */
  documents: Map<string, StoredDocument>;
}

/** What a listener hears now, and in the breaks that the playlist reaches into, by their first frame. */
interface Variants {
  now: Variant;
  inBreaks: ReadonlyMap<number, Variant>;
}

/** Answers `/stream/{id}/live.m3u8` and the segments that it lists, from memory [W63, W139, W141]. */
export class HlsAnswers {
  readonly #options: HlsAnswersOptions;
  readonly #written = new Map<StreamId, Written>();

  constructor(options: HlsAnswersOptions) {
    this.#options = options;
  }

  playlist(exchange: Exchange, stream: SegmentedStream): void {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    const listener = this.#enter(exchange, stream);
    if (listener === null) return;
    const token = exchange.query.get('noads');
    const written = this.#writtenOf(stream);
    const variants = this.#variantsFor(token, stream, written.segments, listener);
    const isPrivate = token !== null;
    const key = [isPrivate, variants.now, ...variants.inBreaks.values()].join(' ');
    let document = written.documents.get(key);
    if (!document) {
      document = this.#write(stream, written.segments, variants, isPrivate);
      written.documents.set(key, document);
    }
    answerDocument(exchange, document);
  }

  /** @param tag what stands behind the number; '' for a guest's segment */
  segment(exchange: Exchange, stream: SegmentedStream, number: number, tag: string): void {
    if (!isAllowed(exchange, ['GET', 'HEAD'], 'Range')) return;
    const { streamId, segments } = stream;
    const variant = tag === '' ? 'guest' : 'member';
    const isRight = tag === '' || this.#options.tags.isRight(streamId, number, tag);
    const segment = isRight ? segments.find(number) : null;
    const bytes = segment && segments.read(number, variant);
    if (!segment || !bytes) {
      answerFailure(exchange, 'not_found', { 'Cache-Control': `public, max-age=${PLAYLIST_KEPT_SECONDS}` });
      return;
    }
    const listener = this.#enter(exchange, stream);
    if (listener === null) return;
    answer(exchange, 200, SEGMENT_HEAD, bytes);
    if (listener === UNCOUNTED) return;
    const { address } = this.#options.peerOf(exchange);
    const userAgent = exchange.request.headers['user-agent'] ?? '';
    exchange.response.once('finish', () =>
      this.#options.onSent(stream, variant, segment, { address, userAgent }),
    );
  }

  /** Lets the caller in; null when it was answered that there is no room. */
  #enter(exchange: Exchange, { streamId }: SegmentedStream): HlsListener | null {
    const { request } = exchange;
    const { listeners, robots, peerOf } = this.#options;
    if (request.method === 'HEAD' || robots.isOne(request)) return UNCOUNTED;
    const entered = listeners.enter(streamId, peerOf(exchange), request.headers['user-agent'] ?? '');
    if (typeof entered !== 'string') return entered;
    answerFailure(exchange, entered, { 'Retry-After': RETRY_AFTER_SECONDS });
    return null;
  }

  #writtenOf({ streamId, segments }: SegmentedStream): Written {
    const listed = segments.listed();
    const written = this.#written.get(streamId);
    if (written?.segments === listed) return written;
    segments.tell();
    const anew = { segments: listed, documents: new Map<string, StoredDocument>() };
    this.#written.set(streamId, anew);
    return anew;
  }

  /** In a break the token counts that counted when it began: a playlist keeps its variant to a break's end [W141]. */
  #variantsFor(
    token: string | null,
    { segments, playout }: SegmentedStream,
    listed: readonly Segment[],
    listener: HlsListener,
  ): Variants {
    const { memberOf, clock } = this.#options;
    const [first, last] = [listed[0], listed.at(-1)];
    if (token === null || !first || !last) return { now: 'guest', inBreaks: new Map() };
    const breaks = segments.breaksIn({ first: first.first, end: last.end });
    const inBreaks = breaks.map((breakFrame): [number, Variant] => {
      const member = memberOf(token, playout.timeline.dates.instant(breakFrame));
      return [breakFrame, listener.variantInBreak(breakFrame, member)];
    });
    return { now: listener.variantFor(memberOf(token, clock.nowMs())), inBreaks: new Map(inBreaks) };
  }

  #write(
    { streamId, segments }: SegmentedStream,
    listed: readonly Segment[],
    { now, inBreaks }: Variants,
    isPrivate: boolean,
  ): StoredDocument {
    const text = writePlaylist(listed, (segment) => {
      const [breakFrame] = segments.breaksIn(segment);
      const variant = breakFrame === undefined ? now : (inBreaks.get(breakFrame) ?? now);
      const tag = variant === 'member' ? `-${this.#options.tags.tagOf(streamId, segment.number)}` : '';
      return `${segment.number}${tag}.mp3`;
    });
    return storedDocument(text, {
      'Content-Type': 'application/vnd.apple.mpegurl',
      'Cache-Control': `${isPrivate ? 'private' : 'public'}, max-age=${PLAYLIST_KEPT_SECONDS}`,
    });
  }
}

const SEGMENT_HEAD = {
  'Content-Type': 'audio/mpeg',
  'Cache-Control': `public, max-age=${SEGMENT_KEPT_SECONDS}, immutable`,
  ...PUBLIC,
};
