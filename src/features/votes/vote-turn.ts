import { onePerPage } from '#src/page/browser/browser.ts';
import { Observable } from '#src/page/browser/observable.ts';

/**
 * One vote on a track at a time, whichever button it comes from: while it is sent, the buttons of that track rest [R42].
 * Those of the next track do not wait for it.
 */
export class VoteTurn extends Observable {
  readonly #taken = new Set<string>();

  /** @param title the full title */
  isTaken(title: string): boolean {
    return this.#taken.has(title);
  }

  /** Runs the work, unless another one runs for that title: then nothing happens. */
  async take(title: string, work: () => Promise<void>): Promise<void> {
    if (this.#taken.has(title)) return;
    this.#taken.add(title);
    this.tell();
    try {
      await work();
    } finally {
      this.#taken.delete(title);
      this.tell();
    }
  }
}

/** The page's. */
export const voteTurnOf = onePerPage(() => new VoteTurn());
