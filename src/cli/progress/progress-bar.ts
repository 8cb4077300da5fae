import { type GenericFormatter, MultiBar, Presets, type SingleBar } from 'cli-progress';
import { z } from 'zod';
import { printable } from '#src/platform/log/printable.ts';

const BAR_COLUMNS = 30;
/** Beside the bar and the path: numbers, times, spaces. */
const NUMBERS_COLUMNS = 40;
const COLUMNS_USUAL = 80;

export type Terminal = NodeJS.WritableStream & { columns?: number };

/** One progress bar at the bottom of a terminal; what is printed through it stands above. */
export class ProgressBar implements Disposable {
  readonly #stream: Terminal;
  #bars: MultiBar | null = null;
  #bar: SingleBar | null = null;
  #path = '';

  constructor(stream: Terminal) {
    this.#stream = stream;
  }

  /** It appears with the first of these. */
  show(done: number, total: number, path: string | null): void {
    if (path !== null) this.#path = this.#shortened(printable(path));
    const payload = { path: this.#path };
    if (this.#bar === null) {
      const options = { format: barLine, stream: this.#stream, clearOnComplete: true };
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

const payloadSchema = z.object({ path: z.string() });

/** It changes every second, so that the bar is drawn again below a line of the log. */
const barLine: GenericFormatter = (_, { progress, value, total, eta, startTime }, payload) => {
  const { path } = payloadSchema.parse(payload);
  const elapsed = inWords((Date.now() - startTime) / 1000);
  const left = Number.isFinite(eta) && eta > 0 ? `, ${inWords(eta)} to go` : '';
  const full = Math.round(progress * BAR_COLUMNS);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_COLUMNS - full)}`;
  return ` ${bar} ${value}/${total} in ${elapsed}${left} | ${path}`;
};

/** `3:07` */
function inWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
