import type { HlsNews, HlsOptions, HlsPlayer, OpenHls } from '#src/features/player/sound/hls/hls-player.ts';
import type { Variant } from '#src/features/player/sound/sound.ts';

/** Plays segments that begin at an instant the test says, in place of a browser. */
export class FakeHlsPlayer implements HlsPlayer {
  variant: Variant = 'guest';
  airSeconds = 0;
  isFed = true;
  isOver = false;
  timesLive = 0;
  timesRenewed = 0;
  datesAsked = 0;
  readonly #options: HlsOptions;
  /** The instant of the element's time 0. */
  readonly zeroMs: number;

  constructor(options: HlsOptions, liveMs: number) {
    this.#options = options;
    this.zeroMs = Math.min(options.startMs ?? liveMs, liveMs);
    options.element.src = 'blob:segments';
  }

  get heardMs(): number {
    return this.zeroMs + this.#options.element.currentTime * 1000;
  }

  get playlist(): string {
    return this.#options.playlist();
  }

  get startMs(): number | null {
    return this.#options.startMs;
  }

  tell(news: HlsNews): void {
    this.#options.tell(news);
  }

  goLive(): void {
    this.timesLive += 1;
  }

  renew(): void {
    this.timesRenewed += 1;
  }

  async askDates(): Promise<void> {
    this.datesAsked += 1;
  }

  [Symbol.dispose](): void {
    this.isOver = true;
  }
}

/** @param liveMs the instant at which a playlist begins live */
export function fakeHls(liveMs: number): { players: FakeHlsPlayer[]; open: OpenHls } {
  const players: FakeHlsPlayer[] = [];
  return {
    players,
    open(options) {
      const player = new FakeHlsPlayer(options, liveMs);
      players.push(player);
      return player;
    },
  };
}
