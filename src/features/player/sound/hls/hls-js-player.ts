import type { FragChangedData, HlsConfig, LevelDetails, LoadPolicy, RetryConfig } from 'hls.js';
import Hls from 'hls.js/light';
import { LEAP_MS } from '#src/contract/limits.ts';
import type { Variant } from '#src/features/player/sound/sound.ts';
import { CheckedLoader } from './checked-loader.ts';
import { DatedSegments } from './dated-segments.ts';
import type { HlsOptions, HlsPlayer, OpenHls } from './hls-player.ts';

/** [R191] Segments are asked for as long as it takes: soon after a failure, and a request that hangs is given up. */
const HLS_RETRY_FIRST_MS = 250;
const HLS_RETRY_MS = 500;
const HLS_ANSWER_MS = 3_000;
const BODY_PATIENCE_MS = 8_000;
/** What has been heard is kept for this long. */
const BACK_SECONDS = 30;
/** A playlist that has not moved for this long comes from a server that is away. */
const QUIET_MS = 6_000;
/** How long dates may be on their way to the playlist: some of them, and the whole segment that they begin with. */
const DATES_PATIENCE_MS = 8_000;

/** @param final answers after which nothing is asked again; after all others a server or a network will be back */
function patience(...final: number[]): LoadPolicy {
  const retry: RetryConfig = {
    maxNumRetry: Number.MAX_SAFE_INTEGER,
    retryDelayMs: HLS_RETRY_FIRST_MS,
    maxRetryDelayMs: HLS_RETRY_MS,
    shouldRetry: (_config, _count, isTimeout, answer) => isTimeout || !final.includes(answer?.code ?? 0),
  };
  return {
    default: {
      maxTimeToFirstByteMs: HLS_ANSWER_MS,
      maxLoadTimeMs: BODY_PATIENCE_MS,
      timeoutRetry: { ...retry, retryDelayMs: 0 },
      errorRetry: retry,
    },
  };
}

/** What is gone is left out. */
const patient = patience(404);

const CONFIG: Partial<HlsConfig> = {
  autoStartLoad: false,
  // Two seconds of MP3 are cut out of their tag in no time: a worker would be a script more to fetch.
  enableWorker: false,
  startFragPrefetch: true,
  // No titles are in it, and the page's policy forbids the track that they would be shown in.
  enableID3MetadataCues: false,
  enableEmsgMetadataCues: false,
  backBufferLength: BACK_SECONDS,
  liveDurationInfinity: true,
  // Whether there is no room for one more is asked apart [R239].
  manifestLoadPolicy: patience(404, 503),
  playlistLoadPolicy: patient,
  fragLoadPolicy: patient,
  loader: CheckedLoader,
};

export const openHlsJs: OpenHls = (options) => new HlsJsPlayer(options);

/** hls.js, which fetches segments and hands them to the browser. */
class HlsJsPlayer implements HlsPlayer {
  readonly #options: HlsOptions;
  readonly #element: HTMLMediaElement;
  readonly #hls: Hls;
  readonly #dates = new DatedSegments();
  /** Called when a playlist has come. */
  readonly #waiting = new Set<() => void>();
  /** The segment that is heard. */
  #heard: FragChangedData['frag'] | null = null;
  #edgeSeconds = 0;
  /** When the playlist moved last, by the clock that never jumps. */
  #movedMs: number;
  /** Where the sound was before a leap. */
  #lastSeconds = 0;
  #isOwnLeap = false;

  constructor(options: HlsOptions) {
    const { element, clock, playlist } = options;
    if (!(element instanceof HTMLMediaElement)) throw new TypeError('hls.js needs an element of the browser');
    this.#options = options;
    this.#element = element;
    this.#movedMs = clock.monotonicMs();
    const xhrSetup = (request: XMLHttpRequest, address: string) =>
      request.open('GET', address.includes('.m3u8') ? playlist() : address, true);
    const hls = new Hls({ ...CONFIG, xhrSetup });
    this.#hls = hls;
    hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
      const seconds = this.#startSeconds(levels[0]?.details);
      // A whole segment to begin with: of half of one, the browser waits for the next.
      hls.config.startOnSegmentBoundary = seconds === LIVE;
      hls.startLoad(seconds);
    });
    hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => this.#take(details));
    hls.on(Hls.Events.FRAG_CHANGED, (_, { frag }) => {
      this.#heard = frag;
    });
    hls.on(Hls.Events.ERROR, (_, { fatal, error }) => {
      if (fatal) options.tell({ type: 'broken', why: error.message });
    });
    element.addEventListener('timeupdate', this.#onTime);
    element.addEventListener('seeking', this.#onSeeking);
    hls.loadSource(playlist());
    hls.attachMedia(element);
  }

  get heardMs(): number | null {
    const dated = this.#hls.playingDate?.getTime();
    if (dated === undefined || this.#heard === null) return null;
    return dated + this.#dates.movedMs(numberOf(this.#heard));
  }

  get variant(): Variant {
    const frag = this.#heard ?? this.#hls.latestLevelDetails?.fragments.at(-1);
    return frag && /\d-[\w-]+\.mp3/.test(frag.url) ? 'member' : 'guest';
  }

  get airSeconds(): number {
    return this.#edgeSeconds + (this.#options.clock.monotonicMs() - this.#movedMs) / 1000;
  }

  get isFed(): boolean {
    return this.#options.clock.monotonicMs() - this.#movedMs < QUIET_MS;
  }

  goLive(): void {
    const { liveSyncPosition } = this.#hls;
    if (liveSyncPosition === null) return;
    this.#isOwnLeap = true;
    this.#element.currentTime = liveSyncPosition;
  }

  /** Each playlist is asked for by the address of that moment. */
  renew(): void {}

  async askDates(): Promise<void> {
    const believe = () => this.#heard === null || this.#dates.believe(numberOf(this.#heard));
    if (believe()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => {
      if (believe()) resolve();
    };
    const timer = this.#options.clock.after(DATES_PATIENCE_MS, resolve);
    this.#waiting.add(look);
    await promise;
    this.#waiting.delete(look);
    timer[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#element.removeEventListener('timeupdate', this.#onTime);
    this.#element.removeEventListener('seeking', this.#onSeeking);
    this.#hls.destroy();
  }

  #take(details: LevelDetails): void {
    if (details.edge > this.#edgeSeconds) {
      this.#edgeSeconds = details.edge;
      this.#movedMs = this.#options.clock.monotonicMs();
    }
    this.#dates.take(
      details.fragments.map((frag, at) => ({
        number: numberOf(frag),
        datedMs: frag.programDateTime ?? Number.NaN,
        seconds: frag.duration,
        isDiscontinuity: frag.cc !== details.fragments[at - 1]?.cc,
      })),
    );
    for (const look of this.#waiting) look();
  }

  /** Seconds of the playlist at which to begin; -1 for where it says itself, which is live. */
  #startSeconds(details: LevelDetails | undefined): number {
    const { startMs, tell } = this.#options;
    const [first] = details?.fragments ?? [];
    if (startMs === null || details === undefined || !first?.programDateTime) return LIVE;
    const frag = details.fragments.findLast(({ programDateTime }) => (programDateTime ?? 0) <= startMs);
    const missedMs = first.programDateTime - startMs;
    if (frag === undefined) {
      if (missedMs > LEAP_MS) tell({ type: 'left-out', seconds: 0 });
      return missedMs > LEAP_MS ? LIVE : first.start;
    }
    const seconds = frag.start + (startMs - (frag.programDateTime ?? startMs)) / 1000;
    return seconds < details.edge + (details.startTimeOffset ?? 0) ? seconds : LIVE;
  }

  readonly #onTime = (): void => {
    if (!this.#element.seeking) this.#lastSeconds = this.#element.currentTime;
  };

  /** A sound that has fallen out of the playlist goes on with what is live. */
  readonly #onSeeking = (): void => {
    const seconds = this.#element.currentTime - this.#lastSeconds;
    if (this.#lastSeconds > 0 && !this.#isOwnLeap && seconds * 1000 > LEAP_MS)
      this.#options.tell({ type: 'left-out', seconds });
    this.#isOwnLeap = false;
    this.#lastSeconds = this.#element.currentTime;
  };
}

const LIVE = -1;

function numberOf({ sn }: { readonly sn: number | 'initSegment' }): number {
  return typeof sn === 'number' ? sn : -1;
}
