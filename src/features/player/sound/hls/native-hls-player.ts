import type { MediaElement } from '#src/features/player/sound/media-element.ts';
import type { Variant } from '#src/features/player/sound/sound.ts';
import type { HlsOptions, HlsPlayer, OpenHls } from './hls-player.ts';

/** An element of an engine that plays playlists by itself: WebKit tells the date of its time 0. */
interface DatingElement extends MediaElement {
  getStartDate?(): Date;
}

export const openNativeHls: OpenHls = (options) => new NativeHlsPlayer(options);

/** The engine's own HLS, on phones whose scripts cannot hand it any sound. */
class NativeHlsPlayer implements HlsPlayer {
  readonly #options: HlsOptions;
  readonly #element: DatingElement;
  #startMs: number | null;

  constructor(options: HlsOptions) {
    this.#options = options;
    this.#element = options.element;
    this.#startMs = options.startMs;
    this.#element.addEventListener('playing', this.#onPlaying);
    this.#element.src = options.playlist();
  }

  get heardMs(): number | null {
    const startMs = this.#element.getStartDate?.().getTime() ?? Number.NaN;
    return Number.isNaN(startMs) ? null : startMs + this.#element.currentTime * 1000;
  }

  get variant(): Variant {
    return this.#element.src.includes('noads=') ? 'member' : 'guest';
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
    this.#element.removeEventListener('playing', this.#onPlaying);
  }

  #begin(startMs: number | null): void {
    this.#startMs = startMs;
    this.#element.src = this.#options.playlist();
    // A refusal is heard of as silence.
    this.#element.play().catch(() => {});
  }

  /** Which instant its time is, it knows once it plays. */
  readonly #onPlaying = (): void => {
    const { heardMs } = this;
    const startMs = this.#startMs;
    this.#startMs = null;
    if (startMs !== null && heardMs !== null && startMs < heardMs)
      this.#element.currentTime -= (heardMs - startMs) / 1000;
  };
}
