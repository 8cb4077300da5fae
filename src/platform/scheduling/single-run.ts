/**
 * Work of which one run at a time is enough: asked for while it runs, it runs once more afterwards, however
 * often it was asked for. What waits for it learns whether that last run went well.
 */
export class SingleRun implements AsyncDisposable {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** The runs under way, the one that was asked for meanwhile included; null while there is none. */
  get running(): Promise<void> | null {
    return this.#running;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Resolves when a run that began after this call has ended, or at once when it was stopped.
   * @throws what the work throws, which also ends the runs: what was asked for meanwhile has to be asked for
   * again
   */
  run(): Promise<void> {
    this.#isWanted = true;
    this.#running ??= this.#runWhileWanted().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** As `run`, but content with a run that is under way already. */
  join(): Promise<void> {
    return this.#running ?? this.run();
  }

  /** No run begins from now on; the one under way goes on. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Stops, and waits for the run under way, whatever becomes of it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    await this.#running?.catch(() => {});
  }

  async #runWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      await this.#work();
    }
  }
}
