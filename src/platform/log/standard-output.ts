import { constants, openSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';

/** [W233] Lines that cannot be written wait, the newest ones up to this many bytes. */
const LOG_WAITING_BYTES_MAX = 1_000_000;
const AGAIN_MS = 250;
const STANDARD_OUTPUT = 1;

interface StandardOutputOptions {
  /** As `fs.writeSync`. */
  writeBytes?: (bytes: Buffer) => number;
  /** Calls back later; must not keep the process alive. */
  later?: (delayMs: number, callback: () => void) => void;
}

/**
 * The standard output as a place for a log, which may be a file on a disk that is full, or a pipe or a terminal whose
 * reader stands still: then lines wait, and no caller does, nor hears of it [W233]. Those that are too many are left
 * out, whole.
 */
export class StandardOutput implements DestinationStream {
  readonly #writeBytes: (bytes: Buffer) => number;
  readonly #later: (delayMs: number, callback: () => void) => void;
  readonly #lines: Buffer[] = [];
  #bytes = 0;
  #isWaiting = false;
  /** Whether the head of the first line is written already. */
  #isTorn = false;

  constructor({ writeBytes, later }: StandardOutputOptions = {}) {
    this.#writeBytes = writeBytes ?? openWriter();
    this.#later = later ?? ((delayMs, callback) => void setTimeout(callback, delayMs).unref());
    process.once('exit', () => this.#flush());
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    this.#lines.push(bytes);
    this.#bytes += bytes.length;
    if (!this.#isWaiting) this.#flush();
    if (this.#bytes > LOG_WAITING_BYTES_MAX) this.#leaveOut();
  }

  #flush(): void {
    try {
      for (let line = this.#lines[0]; line !== undefined; line = this.#lines[0]) {
        const written = this.#writeBytes(line);
        this.#bytes -= written;
        this.#isTorn = written < line.length;
        if (this.#isTorn) this.#lines[0] = line.subarray(written);
        else this.#lines.shift();
      }
    } catch (error) {
      // Nobody will ever read what follows.
      if (hasErrorCode(error, 'EPIPE')) this.#forget();
      else this.#flushLater();
    }
  }

  #flushLater(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#later(AGAIN_MS, () => {
      this.#isWaiting = false;
      this.#flush();
    });
  }

  /** The oldest goes; of a line that is half written the rest stays. */
  #leaveOut(): void {
    while (this.#bytes > LOG_WAITING_BYTES_MAX && this.#lines.length > 1) {
      const [gone] = this.#lines.splice(this.#isTorn ? 1 : 0, 1);
      this.#bytes -= gone?.length ?? 0;
    }
  }

  #forget(): void {
    this.#lines.length = 0;
    this.#bytes = 0;
    this.#isTorn = false;
  }
}

function openWriter(): (bytes: Buffer) => number {
  const descriptor = process.stdout.isTTY ? openTerminal() : STANDARD_OUTPUT;
  return (bytes) => writeSync(descriptor, bytes);
}

/**
 * Opens the terminal once more, so that a write returns at once where nobody takes what it shows, as after Ctrl-S or
 * behind a connection that is gone. The descriptor that is there belongs to the shell as well, and stays as it is.
 */
function openTerminal(): number {
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // The terminal is another user's, as after `su`, or the system is another one.
    return STANDARD_OUTPUT;
  }
}

/** One for all that a process prints: lines keep their order, also where they have to wait. */
export const standardOutput = new StandardOutput();

/** The standard output for what draws in a terminal: a stream that knows how wide that is. */
export class TerminalStream extends Writable {
  constructor() {
    super({
      decodeStrings: false,
      write(text: string | Buffer, _encoding, done) {
        standardOutput.write(String(text));
        done();
      },
    });
  }

  get columns(): number {
    return process.stdout.columns;
  }
}
