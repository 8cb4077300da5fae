import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import type { ConnectionBudget } from '#src/broadcast/connections/connection-budget.ts';
import type { ListenerFigures } from '#src/broadcast/figures/listener-figures.ts';
import type { HlsAnswers } from '#src/broadcast/hls/hls-answers.ts';
import { TAG_LETTERS } from '#src/broadcast/hls/segment-tags.ts';
import { answerFailure, answerJson, isAllowed, PUBLIC } from '#src/broadcast/http/answer.ts';
import { type Exchange, languageOf } from '#src/broadcast/http/exchange.ts';
import { ICY_INTERVAL } from '#src/broadcast/icy/icy-grid.ts';
import type { AdFreePermits } from '#src/broadcast/listeners/ad-free.ts';
import {
  type Admission,
  RETRY_AFTER_SECONDS,
  type RefusalCause,
} from '#src/broadcast/listeners/admission.ts';
import { CatchUpPermits } from '#src/broadcast/listeners/catch-up.ts';
import { isSession, type ListeningSessions } from '#src/broadcast/listeners/listening-sessions.ts';
import type { Robots } from '#src/broadcast/listeners/robots.ts';
import type { MarksDocuments } from '#src/broadcast/now-playing/marks-documents.ts';
import type { Timeline } from '#src/broadcast/timeline/timeline.ts';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Peer } from '#src/platform/wire/peer-address.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import type { Mount } from './mount.ts';

/** What follows `/stream/`: an id, and what is asked of its stream. */
const ADDRESS = /^([^/]+?)(\.mp3|\/marks|\/live\.m3u8|\/session\/([^/]+))$/;
/** A segment's number, and what stands behind it for members. */
const SEGMENT = new RegExp(`^([^/]+)/(\\d{1,12})(?:-([\\w-]{${TAG_LETTERS}}))?\\.mp3$`);

interface LiveStreamsOptions {
  mounts: ReadonlyMap<StreamId, Mount>;
  config: () => StationConfig;
  origin: string;
  admission: Admission;
  adFree: AdFreePermits;
  budget: ConnectionBudget;
  peerOf: (exchange: Exchange) => Peer;
  /** Called before somebody joins the stream. */
  beforeListener: (mount: Mount) => void;
  /** The member whose ad-free token counts at this moment. */
  memberOf: (token: string | null) => string | null;
  marks: MarksDocuments;
  hls: Pick<HlsAnswers, 'playlist' | 'segment'>;
  robots: Pick<Robots, 'enter'>;
  figures: Pick<ListenerFigures, 'joined'>;
  logger: Logger;
}

/** Answers `/stream/…`: the live streams, also in segments, their sessions, and what stands on their timelines. */
export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  readonly #catchUps = new CatchUpPermits();

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
  }

  /** @param path what follows `/stream/` */
  handle(exchange: Exchange, path: string): void {
    const [, segmentOf = '', number = '', tag = ''] = SEGMENT.exec(path) ?? [];
    const [, streamId = segmentOf, what = '', session = ''] = ADDRESS.exec(path) ?? [];
    const mount = isStreamId(streamId) ? this.#options.mounts.get(streamId) : undefined;
    if (!mount) answerFailure(exchange, this.#isBelowStream(path) ? 'not_found' : 'stream_not_found');
    else if (what === '.mp3') this.#stream(exchange, mount);
    else if (what === '/marks') this.#marks(exchange, mount);
    else if (what === '/live.m3u8') this.#options.hls.playlist(exchange, mount);
    else if (number !== '') this.#options.hls.segment(exchange, mount, Number(number), tag);
    else this.#session(exchange, mount, session);
  }

  #marks(exchange: Exchange, { streamId, playout: { timeline } }: Mount): void {
    const token = exchange.query.get('noads');
    const variant = this.#options.memberOf(token) === null ? 'guest' : 'member';
    this.#options.marks.answer(exchange, { streamId, timeline }, variant, Boolean(token));
  }

  /** Whether it is an address below an existing stream, though nothing is at it. */
  #isBelowStream(path: string): boolean {
    const [first = '', ...rest] = path.split('/');
    return rest.length > 0 && isStreamId(first) && this.#options.mounts.has(first);
  }

  #session(exchange: Exchange, mount: Mount, session: string): void {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    const { dates, headFrame } = mount.playout.timeline;
    const start = mount.sessions.find(session);
    if (start === null) {
      answerFailure(exchange, 'session_not_found');
      return;
    }
    start.toldAhead = dates.aheadFrames;
    const { frame, variant } = start;
    const data = { first_ms: dates.instant(frame), now_ms: dates.instant(headFrame), variant };
    answerJson(exchange, 200, { success: true, data });
  }

  #stream(exchange: Exchange, mount: Mount): void {
    if (!isAllowed(exchange, ['GET', 'HEAD'], STREAM_REQUEST_HEADERS)) return;
    const { request, response } = exchange;
    const withTitles = String(request.headers['icy-metadata'] ?? '').trim() === '1';
    const head = this.#head(exchange, mount, withTitles);
    if (request.method === 'HEAD') {
      response.writeHead(200, head).end();
      return;
    }
    const entry = this.#enter(exchange, mount);
    if (entry !== null) this.#listen(exchange, mount, { withTitles, ...entry }, head);
  }

  /**
   * Sends the stream. The response head goes through `http`, the audio straight into the socket: half the
   * work for each second of it.
   */
  #listen(
    exchange: Exchange,
    mount: Mount,
    { withTitles, isRobot }: { withTitles: boolean; isRobot: boolean },
    head: Record<string, string>,
  ): void {
    const { request, response, query } = exchange;
    const { socket } = request;
    this.#options.beforeListener(mount);
    const session = query.get('session') ?? '';
    const { dates } = mount.playout.timeline;
    response.useChunkedEncodingByDefault = false;
    request.resume();
    socket.setNoDelay(true);
    socket.cork();
    // What counts is the moment of the request: a connection keeps its variant.
    const member = this.#options.memberOf(query.get('noads'));
    const permit = member === null ? null : this.#options.adFree.take(member);
    if (permit) socket.once('close', () => permit[Symbol.dispose]());
    const variant = permit ? 'member' : 'guest';
    if (!isRobot) {
      const userAgent = request.headers['user-agent'] ?? '';
      const { address } = this.#options.peerOf(exchange);
      const place = { streamId: mount.streamId, variant, transport: 'progressive' } as const;
      const listener = this.#options.figures.joined(place, { address, userAgent });
      socket.once('close', () => listener[Symbol.dispose]());
    }
    mount.audiences[variant].join({
      socket,
      withTitles,
      isRobot,
      fromFrame: askedFrame(mount.playout.timeline, mount.sessions, query.get('from'), session),
      takeCatchUpPermit: () => this.#catchUps.take(this.#options.peerOf(exchange)),
      beforeAudio(firstFrame) {
        const start = { frame: firstFrame, toldAhead: dates.aheadFrames, variant } as const;
        if (isSession(session)) mount.sessions.began(session, start);
        response.writeHead(200, { ...head, 'X-First-Ms': String(dates.instant(firstFrame)) });
        // The bytes of the head as they are: `flushHeaders` would take them for letters and encode them once more.
        response.write('', 'latin1');
      },
    });
    socket.uncork();
  }

  /** Lets a listener in, or this station's robot, whom no limit counts [W155]; null when the answer is given. */
  #enter(exchange: Exchange, { streamId }: Mount): { isRobot: boolean } | null {
    const { request, response } = exchange;
    const { socket } = request;
    // On a connection that still owes an earlier answer there is no socket to write to.
    if (response.socket === null || socket.destroyed) {
      socket.destroy();
      return null;
    }
    const peer = this.#options.peerOf(exchange);
    const hasRoom = this.#options.budget.hasRoomForListener(socket);
    const isRobot = hasRoom && this.#options.robots.enter(request);
    const cause = hasRoom ? this.#refusalOf(isRobot, streamId, peer) : 'no_room';
    if (cause) {
      this.#options.admission.countRefused(cause);
      this.#options.logger.debug({ streamId, reason: cause }, 'broadcast refused a listener');
      const code = cause === 'no_room' ? 'stream_full' : cause;
      answerFailure(exchange, code, { 'Retry-After': RETRY_AFTER_SECONDS });
      return null;
    }
    this.#options.budget.listen(socket);
    // A listener who does not read is put out by what waits for it.
    socket.setTimeout(0);
    if (!isRobot) socket.once('close', () => this.#options.admission.leave(streamId, peer));
    return { isRobot };
  }

  #refusalOf(isRobot: boolean, streamId: StreamId, peer: Peer): RefusalCause | null {
    return isRobot ? null : this.#options.admission.enter(streamId, peer);
  }

  #head(exchange: Exchange, { streamId }: Mount, withTitles: boolean): Record<string, string> {
    const stream = this.#options.config().streams.find(({ id }) => id === streamId);
    const genre = stream?.genre[languageOf(exchange.request)] ?? '';
    return streamHead({ name: stream?.name ?? streamId, genre, origin: this.#options.origin, withTitles });
  }
}

/**
 * Reads `from` of the address: an instant as in `first_ms`, as the session read it. Anything else means live.
 * Who has all there is asks for the frame that comes next, and leaves out the one before it.
 */
export function askedFrame(
  timeline: Pick<Timeline, 'ring' | 'dates'>,
  sessions: Pick<ListeningSessions, 'find'>,
  from: string | null,
  session: string,
): number | null {
  if (from === null || !/^\d{1,15}$/.test(from)) return null;
  // Both variants hold the same frames.
  const ring = timeline.ring('guest');
  const isInRing = (frame: number) => frame >= ring.tailFrame && frame <= ring.headFrame;
  const frame = timeline.dates.frameAt(Number(from), isInRing, sessions.find(session)?.toldAhead);
  return frame === null ? null : Math.min(frame, ring.headFrame - 1);
}

/** Request headers that a stream heeds and a page on another site may send along. */
const STREAM_REQUEST_HEADERS = 'Icy-MetaData, Range';

/**
 * Returns the response head of a live stream. `Range` is answered with the plain stream: a 206 would make
 * iPhones forget what they asked for.
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

/**
 * Writes UTF-8 as Icecast sends it and players read it: `http` writes each character of a header as one byte.
 */
function utf8(text: string): string {
  if (/^[!-~][ -~]*[!-~]$/.test(text)) return text;
  const line = text
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return Buffer.from(line).toString('latin1');
}
