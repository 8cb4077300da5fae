import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import { printable } from '#src/platform/log/printable.ts';

const BAR_COLUMNS = 30;
/** Beside the bar and the path: numbers, times, spaces. */
const NUMBERS_COLUMNS = 40;
const COLUMNS_USUAL = 80;

/** One progress bar at the bottom of a terminal; what is printed through it stands above. */
export class ProgressBar implements Disposable {
  readonly #stream: NodeJS.WriteStream;
  #bars: MultiBar | null = null;
  #bar: SingleBar | null = null;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** It appears with the first of these. */
  show(done: number, total: number, path: string | null): void {
    const payload = { path: this.#shortened(printable(path ?? '')) };
    if (this.#bar === null) {
      const format = ' {bar} {value}/{total} | {duration_formatted}, {eta_formatted} to go | {path}';
      const options = { format, barsize: BAR_COLUMNS, stream: this.#stream, clearOnComplete: true };
      this.#bars = new MultiBar({ ...options, linewrap: true, gracefulExit: false }, Presets.shades_classic);
      this.#bar = this.#bars.create(total, done, payload);
    }
    this.#bar.setTotal(total);
    this.#bar.update(done, payload);
  }

  /** `text` ends with a new line. */
  print(text: string): void {
    if (this.#bars === null) this.#stream.write(text);
    else this.#bars.log(text);
  }

  /** Takes the bar away. */
  [Symbol.dispose](): void {
    this.#bars?.update();
    this.#bars?.stop();
    this.#bars = null;
    this.#bar = null;
  }

  #shortened(path: string): string {
    const room = Math.max(0, (this.#stream.columns || COLUMNS_USUAL) - BAR_COLUMNS - NUMBERS_COLUMNS);
    return path.length <= room ? path : `…${path.slice(path.length - Math.max(0, room - 1))}`;
  }
}
