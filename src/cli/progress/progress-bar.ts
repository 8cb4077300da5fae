import { clearLine, clearScreenDown, cursorTo } from 'node:readline';
import { clockTime } from '#src/contract/durations.ts';
import { printable } from '#src/platform/log/printable.ts';

const BAR_COLUMNS = 30;
/** Beside the bar and the path: numbers, times, spaces. */
const NUMBERS_COLUMNS = 40;
const COLUMNS_USUAL = 80;
/**
 * Files may pass by the hundred: the bar is drawn this often at most, and the time in it goes on when none
 * passes.
 */
const REDRAW_MS = 100;

/** A sign of some scripts takes two columns: what is too long is cut by the terminal, not drawn on a line more. */
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';

export type Terminal = NodeJS.WritableStream & { columns?: number };

interface Work {
  readonly startedMs: number;
  /** What was done before. */
  readonly doneAtStart: number;
  readonly redraw: NodeJS.Timeout;
  done: number;
  total: number | null;
}

/** One progress bar at the bottom of a terminal; what is printed through it stands above. */
export class ProgressBar implements Disposable {
  readonly #stream: Terminal;
  #work: Work | null = null;
  #path = '';

  constructor(stream: Terminal) {
    this.#stream = stream;
  }

  /** It appears with the first of these. */
  show(done: number, total: number | null, path: string | null): void {
    if (path !== null) this.#path = this.#shortened(printable(path));
    if (this.#work !== null) {
      Object.assign(this.#work, { done, total });
      return;
    }
    const redraw = setInterval(() => this.#draw(), REDRAW_MS).unref();
    this.#work = { startedMs: performance.now(), doneAtStart: done, redraw, done, total };
    this.#draw();
  }

  /** `text` ends with a new line. */
  print(text: string): void {
    if (this.#work !== null) this.#clear();
    this.#stream.write(text);
    this.#draw();
  }

  /** Takes the bar away. */
  [Symbol.dispose](): void {
    if (this.#work === null) return;
    clearInterval(this.#work.redraw);
    this.#work = null;
    this.#clear();
  }

  #draw(): void {
    if (this.#work === null) return;
    cursorTo(this.#stream, 0);
    this.#stream.write(`${WRAP_OFF}${barLine(this.#work, this.#path).slice(0, this.#columns)}${WRAP_ON}`);
    clearLine(this.#stream, 1);
  }

  #clear(): void {
    cursorTo(this.#stream, 0);
    clearScreenDown(this.#stream);
  }

  #shortened(path: string): string {
    const room = Math.max(0, this.#columns - BAR_COLUMNS - NUMBERS_COLUMNS);
    return path.length <= room ? path : `…${path.slice(path.length - Math.max(0, room - 1))}`;
  }

  get #columns(): number {
    return this.#stream.columns || COLUMNS_USUAL;
  }
}

function barLine({ startedMs, doneAtStart, done, total }: Work, path: string): string {
  const elapsedMs = performance.now() - startedMs;
  // A bar would be full from its beginning to its end.
  if (total === null) return ` ${done} MB in ${inWords(elapsedMs / 1000)} | ${path}`;
  const leftMs = (elapsedMs / (done - doneAtStart)) * (total - done);
  const left = Number.isFinite(leftMs) && leftMs > 0 ? `, ${inWords(leftMs / 1000)} to go` : '';
  const full = Math.round(Math.min(1, done / Math.max(1, total)) * BAR_COLUMNS);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_COLUMNS - full)}`;
  return ` ${bar} ${done}/${total} in ${inWords(elapsedMs / 1000)}${left} | ${path}`;
}

/** `3:07` */
function inWords(seconds: number): string {
  return clockTime(Math.max(0, Math.round(seconds)));
}
