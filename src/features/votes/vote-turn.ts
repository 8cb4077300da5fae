/** One vote at a time, whichever button it comes from: while it is sent, all of them rest [R42]. */
export class VoteTurn {
  readonly #listeners = new Set<() => void>();
  #isTaken = false;

  readonly isTaken = (): boolean => this.#isTaken;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Runs the work, unless another one runs: then nothing happens. */
  async take(work: () => Promise<void>): Promise<void> {
    if (this.#isTaken) return;
    this.#show(true);
    try {
      await work();
    } finally {
      this.#show(false);
    }
  }

  #show(isTaken: boolean): void {
    this.#isTaken = isTaken;
    for (const listener of this.#listeners) listener();
  }
}

/** The page's. */
export const voteTurn = new VoteTurn();
