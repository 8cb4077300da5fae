import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Logger } from '#src/platform/log/logger.ts';
import { ended, startOndeChild, stopChild } from './onde-child.ts';

/** Listeners come first: a background job gets what processor time they leave. */
const NICENESS = 10;
const STOP_GRACE_MS = 4_000;

/**
 * One command of Onde run in the background, never twice at once: asked again while it runs, it runs once more
 * afterwards. What it prints goes into the log, line by line.
 */
export class BackgroundJob implements AsyncDisposable {
  readonly #words: readonly string[];
  readonly #logger: Logger;
  #child: ChildProcess | null = null;
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  #isStopping = false;

  constructor(words: readonly string[], { logger }: { logger: Logger }) {
    this.#words = words;
    this.#logger = logger;
  }

  run(): void {
    if (this.#isStopping) return;
    if (this.#running) {
      this.#isAskedAgain = true;
      return;
    }
    this.#running = this.#untilDone().finally(() => {
      this.#running = null;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child) await stopChild(child, STOP_GRACE_MS, () => child.kill('SIGTERM'));
    await this.#running;
  }

  async #untilDone(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      const child = startOndeChild(this.#words, {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        niceness: NICENESS,
      });
      this.#child = child;
      const printed = [child.stdout, child.stderr].map((output) => this.#log(output));
      const how = await ended(child);
      await Promise.all(printed);
      this.#child = null;
      if (how !== 0 && !this.#isStopping) this.#logger.warn({ how }, `onde ${this.#words.join(' ')} failed`);
    } while (this.#isAskedAgain && !this.#isStopping);
  }

  /** A job that logs by itself is passed on as it is; plain lines become log lines. */
  async #log(output: NodeJS.ReadableStream | null): Promise<void> {
    if (!output) return;
    for await (const line of createInterface({ input: output })) {
      if (line.startsWith('{')) process.stdout.write(`${line}\n`);
      else if (line.trim() !== '') this.#logger.info(line.trimEnd());
    }
  }
}
