import { BEHIND_MS, BURST_MS, CATCH_UP_RATE, ROUND_MS } from '#src/contract/limits.ts';
import type { MediaElement } from '#src/features/player/sound/media-element.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { SoundFeed } from './sound-feed.ts';

/** How often a sound that is fed is looked at: how far it is behind. */
const PACE_EVERY_MS = 1_000;

/** Who is far behind hears the radio a little faster, and may leap to what is live [R171, R172]. */
export class Pace implements Disposable {
  readonly #tellBehind: (isBehind: boolean) => void;
  readonly #looking: Disposable;
  #isBehind = false;

  /** @param sounding gives the element that is fed, while it is heard */
  constructor(
    clock: Clock,
    feed: SoundFeed,
    sounding: () => MediaElement | null,
    tellBehind: (isBehind: boolean) => void,
  ) {
    this.#tellBehind = tellBehind;
    this.#looking = clock.every(PACE_EVERY_MS, () => {
      const element = sounding();
      if (element) this.#look(element, feed);
    });
  }

  #look(element: MediaElement, feed: SoundFeed): void {
    const behindMs = (feed.airSeconds - element.currentTime) * 1000;
    const isFaster = element.playbackRate > 1;
    const rate = feed.isFed && behindMs > (isFaster ? BURST_MS : BURST_MS + ROUND_MS) ? CATCH_UP_RATE : 1;
    if (rate !== element.playbackRate) Object.assign(element, { preservesPitch: true, playbackRate: rate });
    this.#tell(behindMs > BEHIND_MS);
  }

  #tell(isBehind: boolean): void {
    if (isBehind === this.#isBehind) return;
    this.#isBehind = isBehind;
    this.#tellBehind(isBehind);
  }

  [Symbol.dispose](): void {
    this.#looking[Symbol.dispose]();
    this.#tell(false);
  }
}
