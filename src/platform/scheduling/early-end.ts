/** The end of everything, which whatever waits for work hears of. */
export class EarlyEnd {
  readonly #waits = new Set<() => void>();
  #isOver = false;

  /**
   * Waits for work, or until all ends; the work itself goes on.
   * @throws what the work throws before that
   */
  async wait(work: Promise<unknown>): Promise<void> {
    // One for each wait: of a promise that lasts, each race with it would stay in memory for as long.
    const ended = Promise.withResolvers<void>();
    this.#waits.add(ended.resolve);
    if (this.#isOver) ended.resolve();
    try {
      await Promise.race([work, ended.promise]);
    } finally {
      this.#waits.delete(ended.resolve);
    }
  }

  end(): void {
    this.#isOver = true;
    for (const resolve of this.#waits) resolve();
  }
}
