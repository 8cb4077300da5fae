import { framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { BreakLoader } from './break-loader.ts';
import type { Cue, CueLoader } from './cue-loader.ts';
import type { Reel } from './reel.ts';

/**
 * Frames after which a piece that the machine refused is tried again: the next piece is opened minutes before
 * its time.
 */
const RETRY_FRAMES = framesIn(1_000);

/**
 * The cue that follows the one on the reel, chosen and opened before its time, and chosen again when the
 * reasons for the choice change.
 */
export class NextCue implements Disposable {
  readonly #reel: Reel;
  readonly #cues: CueLoader;
  readonly #breaks: BreakLoader;
  #cue: Cue | null = null;
  /** Runs again when the catalogue or the settings have changed since the choice under way began. */
  readonly #choosing = new SingleRun(() => this.#chooseNow());
  /** Whether the choice under way follows a round of the bed. */
  #isAfterBed = false;
  /** The frame at which a piece is tried again whose file was not to blame. */
  #retry: { atFrame: number; afterBed: boolean } | null = null;

  constructor(reel: Reel, loaders: { cues: CueLoader; breaks: BreakLoader }) {
    this.#reel = reel;
    this.#cues = loaders.cues;
    this.#breaks = loaders.breaks;
  }

  get isReady(): boolean {
    return this.#cue !== null;
  }

  /** The choice under way; null while there is none. */
  get choosing(): Promise<void> | null {
    return this.#choosing.running;
  }

  /** Hands over the cue; null while none is ready. It belongs to the caller from now on. */
  take(): Cue | null {
    const cue = this.#cue;
    this.#cue = null;
    return cue;
  }

  /** Chooses what comes next and makes it ready. */
  choose(afterBed: boolean): Promise<void> {
    if (this.choosing === null) this.#isAfterBed = afterBed;
    return this.#choosing.run();
  }

  /** Chooses again when what could not be opened may be tried again. */
  retryWhenDue(): void {
    if (this.#retry === null || this.choosing !== null || this.isReady) return;
    if (this.#reel.timeline.headFrame >= this.#retry.atFrame) void this.choose(this.#retry.afterBed);
  }

  [Symbol.dispose](): void {
    this.#choosing.stop();
    this.#cue?.frames[Symbol.dispose]();
  }

  async #chooseNow(): Promise<void> {
    this.#retry = null;
    const afterBed = this.#isAfterBed;
    const { span } = this.#reel;
    const advertBreak = span && (await this.#breaks.after(span));
    const choice = advertBreak ?? (await this.#cues.choose(() => this.#reel.endMs, afterBed));
    if (choice === 'later') {
      this.#retry = { atFrame: this.#reel.timeline.headFrame + RETRY_FRAMES, afterBed };
      // A cue that is ready is better than none, even if the ground for its choice has changed.
      return;
    }
    this.#cue?.frames[Symbol.dispose]();
    this.#cue = choice === 'nothing' ? null : choice;
    if (this.#choosing.isStopped) this.#cue?.frames[Symbol.dispose]();
  }
}
