import type { SoundSurroundings } from '#src/features/player/sound/sound.ts';
import type { StreamConnection } from '#src/features/player/sound/stream-connection.ts';
import { StreamPlace } from '#src/features/player/sound/stream-place.ts';
import { Pace, PROGRESSIVE_PACE } from './pace.ts';
import { type FeedNews, type OpenSound, openSound, SoundFeed } from './sound-feed.ts';
import { canSink, createSoundSink, type SoundSink } from './sound-sink.ts';

/** The browser's way to hand a script's frames to a media element. */
export interface Feeding {
  /** Whether there is one. */
  readonly isThere: boolean;
  createSink(heardSeconds: () => number): SoundSink;
  readonly open: OpenSound;
  /** How much further than its own time says a media element has come that plays a stream by itself. */
  readonly aheadMs: number;
  /** Whether such an element, when no more comes, does not let the last frame be heard that its time tells of. */
  readonly keepsLast: boolean;
}

/** Half of a frame: an instant within the frame asked for, however it was rounded. */
export const WITHIN_FRAME_MS = 13;
/** An instant is told in whole milliseconds: the first one that is not before it, but for what was calculated. */
const ROUNDING_MS = 0.001;
/** [R173] Chromium drops the first frame of a stream that it plays by itself, less the delay of its decoder. */
const CHROMIUM_AHEAD_SAMPLES = 1152 - 529;

/** The stream's address from the frame on in which an instant lies: after a loss, the first that was not heard [R165]. */
export function addressFrom(address: string, fromMs: number | null): string {
  return fromMs === null ? address : `${address}&from=${Math.ceil(fromMs - ROUNDING_MS)}`;
}

export function browserFeeding(): Feeding {
  const isChromium = 'userAgentData' in navigator;
  return {
    isThere: canSink(),
    createSink: createSoundSink,
    open: openSound,
    aheadMs: isChromium ? (CHROMIUM_AHEAD_SAMPLES / 44_100) * 1000 : 0,
    keepsLast: isChromium,
  };
}

export interface FedSoundOptions {
  readonly around: Pick<SoundSurroundings, 'clock' | 'fetchJson'>;
  readonly feeding: Feeding;
  readonly connection: StreamConnection;
  /** The instant at which it is to begin, to the sample; milliseconds since the Unix epoch. */
  readonly startMs: number;
  /** Returns where the stream is fetched from the frame on that an instant lies in. */
  address(fromMs: number): string;
  isHeard(): boolean;
  tell(news: FeedNews): void;
  tellBehind(seconds: number): void;
}

/** A connection whose frames a script fetches and hands to its media element. */
export class FedSound implements Disposable {
  readonly #options: FedSoundOptions;
  readonly #feed: SoundFeed;
  readonly #pace: Pace;
  #beginning: Disposable | null = null;

  constructor(options: FedSoundOptions) {
    this.#options = options;
    const { around, feeding, connection, tell, tellBehind } = options;
    const { element } = connection;
    const { clock } = around;
    const sink = feeding.createSink(() => element.currentTime);
    this.#feed = new SoundFeed({ clock, open: feeding.open, sink, tell });
    this.#pace = new Pace({
      clock,
      feed: this.#feed,
      sounding: () => (options.isHeard() ? element : null),
      tellBehind,
      ...PROGRESSIVE_PACE,
    });
    element.src = this.#feed.address;
  }

  get connection(): StreamConnection {
    return this.#options.connection;
  }

  get startMs(): number {
    return this.#options.startMs;
  }

  /** Fetches the frame after the last one that was handed on, and those behind it. */
  fetchOn(): void {
    const { connection, startMs, address } = this.#options;
    const { element } = connection;
    this.#feed.fetch(() => {
      const aheadMs = (this.#feed.endSeconds - element.currentTime) * 1000;
      const heardMs = connection.place?.heardMs ?? null;
      if (heardMs === null) return { address: address(startMs), fromMs: startMs };
      const fromMs = heardMs + aheadMs;
      return { address: address(fromMs + WITHIN_FRAME_MS), fromMs };
    });
  }

  /** Notes where the connection stands, once there is something to play of what was fetched. */
  takePlace({ address, firstMs, atSeconds }: Extract<FeedNews, { type: 'begun' }>): void {
    const { connection, around } = this.#options;
    const { element } = connection;
    const played = {
      src: address,
      get currentTime() {
        return element.currentTime - atSeconds;
      },
    };
    connection.place?.[Symbol.dispose]();
    connection.place = new StreamPlace(played, around, firstMs);
  }

  /** Plays what was fetched. */
  begin(): void {
    this.#beginning?.[Symbol.dispose]();
    this.#options.connection.begin();
  }

  /** Does so `ms` later, when what is heard has come to where this begins. */
  beginIn(ms: number): void {
    this.#beginning?.[Symbol.dispose]();
    this.#beginning = this.#options.around.clock.after(Math.max(0, ms), () => this.begin());
  }

  [Symbol.dispose](): void {
    this.#beginning?.[Symbol.dispose]();
    this.#feed[Symbol.dispose]();
    this.#pace[Symbol.dispose]();
  }
}
