/**
 * The turns on the one connection: a statement has one, a transaction keeps its own until it ends. In the order of
 * asking.
 */
export class SqliteTurns {
  #taken = false;
  readonly #waiting: (() => void)[] = [];

  async take(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#taken = true;
  }

  /** The turn passes straight to the next in line. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }
}
