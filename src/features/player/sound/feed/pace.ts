import {
  BEHIND_MS,
  BURST_MS,
  CATCH_UP_RATE,
  HLS_LIVE_MS,
  HLS_SLACK_MS,
  ROUND_MS,
} from '#src/contract/limits.ts';
import type { MediaElement } from '#src/features/player/sound/media-element.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** How often a sound that is fed is looked at: how far it is behind. */
const PACE_EVERY_MS = 1_000;

/** What a sound is fed with. */
interface Fed {
  /** What is on air now, in seconds of the element's time. */
  readonly airSeconds: number;
  /** Whether the server answers. */
  readonly isFed: boolean;
}

export interface PaceOptions {
  readonly clock: Clock;
  readonly feed: Fed;
  /** Gives the element that is fed, while it is heard. */
  sounding(): MediaElement | null;
  /** Told in whole seconds when that changes; 0 is not far. */
  tellBehind(seconds: number): void;
  /** How far behind the air whoever begins live hears. */
  readonly liveMs: number;
  /** How much further behind is nothing to catch up with. */
  readonly slackMs: number;
}

/** As a connection that goes on is heard. */
export const PROGRESSIVE_PACE = { liveMs: BURST_MS, slackMs: ROUND_MS };
/** As segments are heard. */
export const HLS_PACE = { liveMs: HLS_LIVE_MS, slackMs: HLS_SLACK_MS };

/**
 * How far behind a sound is that is heard so long after it was on air, in whole seconds; 0 while that is not far [R171].
 * @param overMs how long after that a connection that goes on would be heard that is as far from its own "live"
 */
export function secondsBehind(lateMs: number, overMs = lateMs): number {
  return overMs > BEHIND_MS ? Math.round(lateMs / 1000) : 0;
}

/** Who is far behind hears the radio a little faster, and may leap to what is live [R171, R172]. */
export class Pace implements Disposable {
  readonly #options: PaceOptions;
  readonly #looking: Disposable;
  #toldSeconds = 0;

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#looking = options.clock.every(PACE_EVERY_MS, () => {
      const element = options.sounding();
      if (element) this.#look(element);
    });
  }

  #look(element: MediaElement): void {
    const { feed, liveMs, slackMs } = this.#options;
    const behindMs = (feed.airSeconds - element.currentTime) * 1000;
    const isFaster = element.playbackRate > 1;
    const rate = feed.isFed && behindMs > (isFaster ? liveMs : liveMs + slackMs) ? CATCH_UP_RATE : 1;
    if (rate !== element.playbackRate) Object.assign(element, { preservesPitch: true, playbackRate: rate });
    const seconds = secondsBehind(behindMs, behindMs - liveMs + BURST_MS);
    // What comes in rounds is a little early or late: that is no other second.
    const isAsTold = seconds > 0 && Math.abs(behindMs / 1000 - this.#toldSeconds) < 1;
    if (!isAsTold) this.#tell(seconds);
  }

  #tell(seconds: number): void {
    if (seconds === this.#toldSeconds) return;
    this.#toldSeconds = seconds;
    this.#options.tellBehind(seconds);
  }

  [Symbol.dispose](): void {
    this.#looking[Symbol.dispose]();
    this.#tell(0);
  }
}
