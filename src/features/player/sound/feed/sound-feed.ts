import { MINUTE_MS } from '#src/contract/durations.ts';
import { shownLanguage } from '#src/page/wire/shown-language.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { exactInstant, FRAME_MS, FRAME_SECONDS, FrameCutter } from './frame-cutter.ts';
import type { SoundSink } from './sound-sink.ts';

/** The sound of one connection, as it comes. */
export interface SoundAnswer {
  /** The instant of its first byte; milliseconds since the Unix epoch. */
  readonly firstMs: number;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Opens a stream for a feed.
 * @throws {NoFeed} when what answers cannot be fed; anything else when there is no answer now
 */
export type OpenSound = (address: string, signal: AbortSignal) => Promise<SoundAnswer>;

/** The stream answers, and a script cannot read it or where it stands: only a media element can play it. */
export class NoFeed extends Error {
  override readonly name = 'NoFeed';
}

/** There is no room for one more listener [W58]. The message is the server's own, for the listener. */
export class FullStream extends Error {
  override readonly name = 'FullStream';
  /** After which somebody may ask again. */
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

export const openSound: OpenSound = async (address, signal) => {
  const answer = await fetch(address, {
    cache: 'no-store',
    signal,
    headers: { 'accept-language': shownLanguage() },
  });
  const { ok, status, headers, body } = answer;
  if (status === 503) throw (await fullStream(answer)) ?? new Error('the stream answers 503');
  // A network that wants a sign-in first answers with a page of its own.
  if (!ok || headers.get('content-type')?.startsWith('text')) throw new Error(`the stream answers ${status}`);
  const firstMs = Number(headers.get('x-first-ms') ?? Number.NaN);
  if (body === null || !Number.isSafeInteger(firstMs)) throw new NoFeed('no instant of the first byte');
  return { firstMs, body };
};

/** [R239] What lies between can ask for hours: nobody would hear the radio that has long had room again. */
const FULL_WAIT_MAX_MS = 2 * MINUTE_MS;

/** Null where a server is away for another reason, such as a standby that is about to take over: it is soon back. */
async function fullStream(answer: Response): Promise<FullStream | null> {
  const waitMs = Math.min(Number(answer.headers.get('retry-after')) * 1000, FULL_WAIT_MAX_MS);
  const { code, error }: { code?: unknown; error?: unknown } = await answer.json().catch(() => ({}));
  const isFull = code === 'stream_full' || code === 'address_full';
  return isFull && waitMs > 0 && typeof error === 'string' ? new FullStream(error, waitMs) : null;
}

export interface FeedSurroundings {
  readonly clock: Clock;
  readonly open: OpenSound;
  readonly sink: SoundSink;
  /**
   * `begun` there is sound to play, of a connection whose first byte is that of `firstMs` and sounds at
   * `atSeconds` of the element's time · `ended` no more comes of it · `broken` nor ever will in this way.
   */
  tell(news: FeedNews): void;
}

export type FeedNews =
  | (Way & { readonly type: 'begun'; readonly firstMs: number; readonly atSeconds: number })
  /** `full` where it was refused, for a while. */
  | { readonly type: 'ended' | 'broken'; readonly why: string; readonly full?: FullStream | undefined };

/** How a stream is gone on with. */
export interface Way {
  readonly address: string;
  /** The instant, asked for by the address, from which on it is to be heard: the first one anywhere in a frame. */
  readonly fromMs: number;
}

/** [R168] Frames before the one asked for that a decoder may need; more are a stream that was dated anew. */
const PRE_ROLL_FRAMES = 8;
/** What goes wrong again however often it is tried: what answers, or an engine that takes no more. */
const BROKEN = new Set(['NoFrames', 'NoFeed', 'SinkBroken', 'QuotaExceededError', 'InvalidStateError']);
/** Longest time without a byte: rounds of the server are shorter. */
const QUIET_MS = 6_000;

/**
 * Feeds a media element with the frames of a stream, connection after connection, each going on with the frame
 * after the last one that it was given: what comes before that of a later answer is left out, since the decoder
 * has heard it.
 */
export class SoundFeed implements Disposable {
  readonly #around: FeedSurroundings;
  #connection: AbortController | null = null;
  /** What was handed to the sink last; a later connection waits for it. */
  #handed: Promise<void> = Promise.resolve();
  #handedMs = 0;
  #isEmpty = true;

  constructor(around: FeedSurroundings) {
    this.#around = around;
  }

  get address(): string {
    return this.#around.sink.address;
  }

  /** Seconds of the element's time up to which it has sound. */
  get endSeconds(): number {
    return this.#around.sink.endSeconds;
  }

  /** What is on air now, in seconds of the element's time: a round brings all there is. */
  get airSeconds(): number {
    return this.endSeconds + (this.#around.clock.monotonicMs() - this.#handedMs) / 1000;
  }

  /** Whether a connection is open, or being opened. */
  get isFed(): boolean {
    return this.#connection !== null;
  }

  /**
   * Fetches on, in place of what is being fetched.
   * @param way asked once all that came before has its place
   */
  fetch(way: () => Way): void {
    this.#connection?.abort();
    const connection = new AbortController();
    this.#connection = connection;
    void this.#follow(way, connection).catch((error: Error) => {
      if (connection !== this.#connection) return;
      connection.abort();
      this.#connection = null;
      const isBroken = BROKEN.has(error.name);
      const full = error instanceof FullStream ? error : undefined;
      this.#around.tell({ type: isBroken ? 'broken' : 'ended', why: error.message, full });
    });
  }

  [Symbol.dispose](): void {
    this.#connection?.abort();
    this.#connection = null;
    this.#around.sink[Symbol.dispose]();
  }

  async #follow(way: () => Way, connection: AbortController): Promise<never> {
    const { sink, open } = this.#around;
    await this.#handed;
    const { address, fromMs } = way();
    const { firstMs, body } = await this.#inTime(open(address, connection.signal), connection);
    const unheardSeconds = secondsBetween(exactInstant(firstMs), fromMs);
    const unheard = Math.round(unheardSeconds / FRAME_SECONDS);
    const atSeconds = this.endSeconds - (this.#isEmpty ? unheardSeconds : unheard * FRAME_SECONDS);
    let toLeaveOut = this.#isEmpty ? 0 : unheard;
    let isBegun = false;
    const cutter = new FrameCutter();
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await this.#inTime(reader.read(), connection);
      if (done) throw new Error('the server closed the stream');
      const frames = cutter.cut(value);
      const left = frames.slice(toLeaveOut);
      toLeaveOut -= frames.length - left.length;
      if (left.length === 0) continue;
      this.#handed = sink.append(joined(left), this.#isEmpty ? unheardSeconds : 0);
      this.#isEmpty = false;
      await this.#handed;
      this.#handedMs = this.#around.clock.monotonicMs();
      // Also when another one is about to go on after it.
      if (!isBegun) this.#around.tell({ type: 'begun', address, firstMs, fromMs, atSeconds });
      isBegun = true;
      connection.signal.throwIfAborted();
    }
  }

  /** @throws when nothing has come for QUIET_MS */
  async #inTime<T>(coming: Promise<T>, connection: AbortController): Promise<T> {
    const timer = this.#around.clock.after(QUIET_MS, () =>
      connection.abort(new Error('the stream fell silent')),
    );
    const silence = Promise.withResolvers<never>();
    const onAbort = () => silence.reject(connection.signal.reason);
    connection.signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([coming, silence.promise]);
    } finally {
      timer[Symbol.dispose]();
      connection.signal.removeEventListener('abort', onAbort);
    }
  }
}

/** The time between two instants, where it is as much as a decoder may need and a part of a frame; else 0. */
function secondsBetween(firstMs: number, fromMs: number): number {
  const frames = (fromMs - firstMs) / FRAME_MS;
  return frames > 0 && frames < PRE_ROLL_FRAMES + 1 ? frames * FRAME_SECONDS : 0;
}

function joined(frames: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const frame of frames) {
    all.set(frame, at);
    at += frame.length;
  }
  return all;
}
