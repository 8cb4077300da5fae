import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findDescendants } from '../../support/process-tree.ts';

/** Starts a program and gives it with what it says, line by line. */
export class Program implements AsyncDisposable {
  readonly process: ChildProcess;
  readonly #lines: string[] = [];
  readonly #listeners = new Set<() => void>();

  /** @param environment all it gets, beside PATH */
  constructor(command: string, words: readonly string[], environment: Readonly<Record<string, string>>) {
    this.process = spawn(command, words, {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          this.#lines.push(line);
          for (const listener of this.#listeners) listener();
        });
    this.process.once('error', (error) => this.#lines.push(error.message));
    this.process.once('close', () => {
      for (const listener of this.#listeners) listener();
    });
  }

  /** Everything it said so far. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /**
   * Waits for a line that fits and gives what the first group of the pattern holds.
   * @throws when the program ends without it
   */
  says(pattern: RegExp): Promise<string> {
    return new Promise((found, failed) => {
      const look = () => {
        const match = this.#lines.map((line) => pattern.exec(line)).find((one) => one !== null);
        const hasEnded = this.process.exitCode !== null || this.process.signalCode !== null;
        if (!match && !hasEnded) return;
        this.#listeners.delete(look);
        if (match) found(match[1] ?? '');
        else
          failed(
            new Error(
              `${this.process.spawnfile} ended without a word that fits ${pattern}:\n${this.#lines.join('\n')}`,
            ),
          );
      };
      this.#listeners.add(look);
      look();
    });
  }

  /** Ends it and all it has started, which has nothing worth keeping. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { pid, exitCode, signalCode } = this.process;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = once(this.process, 'exit');
    for (const one of [...findDescendants(pid, /^/), pid]) kill(one);
    await ended;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with another one.
  }
}
