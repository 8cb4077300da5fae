import { MINUTE_MS } from '#src/contract/durations.ts';
import { LEAP_MS } from '#src/contract/limits.ts';
import type { MediaElement } from '#src/features/player/sound/media-element.ts';
import type { Variant } from '#src/features/player/sound/sound.ts';
import type { HlsOptions, HlsPlayer, OpenHls } from './hls-player.ts';

/** How often a pass that was renewed is looked for; it comes an hour before the last one ends [R52, R194]. */
const PLAYLIST_LOOK_MS = MINUTE_MS;

/** An element of an engine that plays playlists by itself: WebKit tells the date of its time 0. */
interface DatingElement extends MediaElement {
  getStartDate?(): Date;
  /** The part of the playlist that it can go to. */
  readonly seekable?: Pick<TimeRanges, 'length' | 'start'>;
}

export const openNativeHls: OpenHls = (options) => new NativeHlsPlayer(options);

/** The engine's own HLS, on phones whose scripts cannot hand it any sound. */
class NativeHlsPlayer implements HlsPlayer {
  readonly #options: HlsOptions;
  readonly #element: DatingElement;
  readonly #looking: Disposable;
  #playlist: string;
  #startMs: number | null;

  constructor(options: HlsOptions) {
    this.#options = options;
    this.#element = options.element;
    this.#startMs = options.startMs;
    this.#element.addEventListener('playing', this.#onPlaying);
    this.#playlist = this.#element.src = options.playlist();
    this.#looking = options.clock.every(PLAYLIST_LOOK_MS, this.#look);
  }

  get heardMs(): number | null {
    const startMs = this.#element.getStartDate?.().getTime() ?? Number.NaN;
    return Number.isNaN(startMs) ? null : startMs + this.#element.currentTime * 1000;
  }

  get variant(): Variant {
    return this.#playlist.includes('noads=') ? 'member' : 'guest';
  }

  /** The engine keeps to what is live by itself, and says nothing of it. */
  get airSeconds(): number {
    return this.#element.currentTime;
  }

  get isFed(): boolean {
    return true;
  }

  goLive(): void {
    this.#begin(null);
  }

  renew(): void {
    this.#begin(this.heardMs);
  }

  /** It dates each segment as it was listed. */
  async askDates(): Promise<void> {}

  [Symbol.dispose](): void {
    this.#looking[Symbol.dispose]();
    this.#element.removeEventListener('playing', this.#onPlaying);
  }

  /** The engine asks by one address for as long as it plays: by a pass that ends it would come to hear adverts. */
  readonly #look = (): void => {
    if (this.#options.playlist() !== this.#playlist) this.renew();
  };

  #begin(startMs: number | null): void {
    this.#startMs = startMs;
    this.#playlist = this.#element.src = this.#options.playlist();
    // A refusal is heard of as silence.
    this.#element.play().catch(() => {});
  }

  /** Which instant its time is, it knows once it plays. */
  readonly #onPlaying = (): void => {
    const { heardMs } = this;
    const startMs = this.#startMs;
    this.#startMs = null;
    if (startMs === null || heardMs === null || startMs >= heardMs) return;
    const { currentTime, seekable } = this.#element;
    const seconds = currentTime - (heardMs - startMs) / 1000;
    const first = seekable?.length ? seekable.start(0) : seconds;
    // It would go to the oldest segment, and stay a minute late.
    if ((first - seconds) * 1000 > LEAP_MS) this.#options.tell({ type: 'left-out', seconds: 0 });
    else this.#element.currentTime = Math.max(first, seconds);
  };
}
