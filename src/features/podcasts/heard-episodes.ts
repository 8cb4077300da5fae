import type { PreviewState } from '#src/features/preview/preview-player.ts';

/** Nearer to its end than this, an episode has been heard: it begins anew. */
const HEARD_SECONDS = 2;

/** Where episodes were left on this visit, by address: stopped, one goes on from there. */
export class HeardEpisodes {
  readonly #seconds = new Map<string, number>();

  /** Call it with every news of the preview player. */
  follow({ address, isSounding, elapsedSeconds, secondsLeft }: PreviewState): void {
    if (address === null || !isSounding || !this.#seconds.has(address)) return;
    this.#seconds.set(address, secondsLeft > HEARD_SECONDS ? elapsedSeconds : 0);
  }

  /** Where an episode that is about to play begins; from now on its place is kept. */
  beginOf(address: string): number {
    const seconds = this.#seconds.get(address) ?? 0;
    this.#seconds.set(address, seconds);
    return seconds;
  }

  /** Whether an episode would go on, not begin. */
  wasBegun(address: string): boolean {
    return (this.#seconds.get(address) ?? 0) >= 1;
  }
}
