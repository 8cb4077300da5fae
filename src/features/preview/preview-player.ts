import { PREVIEW_SECONDS } from '#src/contract/limits.ts';
import type { PlayerEngine } from '#src/features/player/engine/player-engine.ts';
import type { AudioPool } from '#src/features/player/sound/audio-pool.ts';
import {
  hasFailedAtOutput,
  type MediaElement,
  type MediaEvent,
} from '#src/features/player/sound/media-element.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { Observable } from '#src/platform/observable/observable.ts';
import type { PreviewTrack } from './preview-track.ts';

export interface PreviewState {
  /** Address of the preview that sounds or loads; null without one. */
  readonly address: string | null;
  readonly isSounding: boolean;
  readonly elapsedSeconds: number;
  /** The rest of the preview, in whole seconds. */
  readonly secondsLeft: number;
  /** Addresses that could not be played when last tried. */
  readonly failed: ReadonlySet<string>;
}

export const SILENT_PREVIEW: PreviewState = {
  address: null,
  isSounding: false,
  elapsedSeconds: 0,
  secondsLeft: PREVIEW_SECONDS,
  failed: new Set(),
};

const CHECK_EVERY_MS = 250;
/** [R24, R249] Longest wait for a beginning, and longest standstill: an episode is asked for anew then. */
const PREVIEW_PATIENCE_MS = 10_000;
/** [R249] Time between two attempts to fetch the rest of an episode. */
const EPISODE_AGAIN_MS = 2_000;

/** What a preview asks of the main player. */
export type MainPlayer = Pick<PlayerEngine, 'beginPreview' | 'getState' | 'subscribe' | 'pause'>;

/** One preview that sounds or is on its way. */
interface Run {
  readonly track: PreviewTrack;
  readonly element: MediaElement;
  readonly onFailure: () => void;
  /** Gives the main player back. */
  readonly giveBack: () => void;
  /** When it was found further on last, or something more of it had come; by the clock that never jumps. */
  movedMs: number;
  /** Whether its element has given up what it had begun to play; it is then fetched again. */
  isLost: boolean;
  /** Functions that remove its listeners and timers. */
  readonly endings: (() => void)[];
}

/** What is paused. Its element keeps what has come, and its place on the lock screen. */
interface Rest {
  readonly address: string;
  readonly element: MediaElement;
  /** Ends with the offer to go on. */
  readonly end: () => void;
}

/** The page's previews: one at a time, and the main player gives way to it [R24]. */
export class PreviewPlayer extends Observable {
  readonly #around: { clock: Clock; pool: AudioPool; main: MainPlayer };
  #state = SILENT_PREVIEW;
  #run: Run | null = null;
  #rest: Rest | null = null;

  constructor(around: { clock: Clock; pool: AudioPool; main: MainPlayer }) {
    super();
    this.#around = around;
  }

  readonly getState = (): PreviewState => this.#state;

  /**
   * Plays a track's preview, or stops it when it is the one that plays. Call it inside the gesture.
   * @param onFailure the preview could not be loaded; the main player has been given back by then
   */
  toggle(track: PreviewTrack, onFailure: () => void): void {
    if (this.#run?.track.preview === track.preview) this.stop();
    else if (track.preview !== '') this.#start(track, onFailure);
  }

  /** Stops the preview and gives the main player back. */
  stop(): void {
    const run = this.#run;
    this.#letGo();
    run?.giveBack();
  }

  /** Pauses what plays, to go on with when it is played again; call it where the main player offers that next. */
  pause(): void {
    const run = this.#run;
    if (run === null) return;
    const { main } = this.#around;
    this.#endRun(run);
    run.element.pause();
    const unsubscribe = main.subscribe(() => {
      if (main.getState().preview === null) this.#endRest();
    });
    this.#rest = { address: run.track.preview, element: run.element, end: unsubscribe };
  }

  /** Jumps to another place of the preview that sounds. */
  seek(seconds: number): void {
    const run = this.#run;
    if (run === null || !this.#state.isSounding) return;
    run.element.currentTime = seconds;
    if (run.isLost) this.#show({ ...this.#state, elapsedSeconds: seconds });
    else this.#advance(run);
  }

  #start(track: PreviewTrack, onFailure: () => void): void {
    const { clock, main, pool } = this.#around;
    // This also silences the preview before this one.
    const giveBack = main.beginPreview(
      { title: track.titre, kind: track.kind ?? 'track', track: track.track, pause: track.pause },
      () => this.#letGo(),
    );
    const rested = this.#takeRest(track.preview);
    const element = rested ?? pool.acquireOrReclaim();
    const movedMs = clock.monotonicMs();
    const run: Run = { track, element, onFailure, giveBack, movedMs, isLost: false, endings: [] };
    this.#run = run;
    this.#show({
      ...SILENT_PREVIEW,
      address: track.preview,
      elapsedSeconds: track.fromSeconds ?? 0,
      failed: this.#without(track.preview),
    });

    // Much may lie before the first sound, as the picture in an episode's file.
    this.#listen(run, 'progress', () => {
      run.movedMs = clock.monotonicMs();
    });
    this.#listen(run, 'playing', () => this.#sound(run));
    this.#listen(run, 'ended', () => this.#end());
    this.#listen(run, 'error', () => this.#lose(run));
    this.#listen(run, 'pause', () => this.#interrupt(run));
    const check = clock.every(CHECK_EVERY_MS, () => this.#advance(run));
    run.endings.push(
      () => check[Symbol.dispose](),
      main.subscribe(() => this.#followVolume(run)),
    );
    this.#followVolume(run);
    if (rested === null) element.src = track.preview;
    const { fromSeconds = 0 } = track;
    if (Math.abs(element.currentTime - fromSeconds) >= 1) element.currentTime = fromSeconds;
    element.play().catch(() => this.#fail(run));
  }

  #listen({ element, endings }: Run, type: MediaEvent, listener: () => void): void {
    element.addEventListener(type, listener);
    endings.push(() => element.removeEventListener(type, listener));
  }

  #followVolume({ element }: Run): void {
    const { volume, muted } = this.#around.main.getState();
    element.volume = volume;
    element.muted = muted;
  }

  #sound(run: Run): void {
    this.#show({ ...this.#state, isSounding: true });
    run.isLost = false;
    run.movedMs = this.#around.clock.monotonicMs();
    this.#advance(run);
  }

  #advance(run: Run): void {
    const { element, track } = run;
    const { isSounding } = this.#state;
    const elapsedSeconds = element.currentTime;
    const nowMs = this.#around.clock.monotonicMs();
    if (run.isLost) {
      const patienceMs = element.error ? EPISODE_AGAIN_MS : PREVIEW_PATIENCE_MS;
      if (nowMs - run.movedMs >= patienceMs) this.#fetchOn(run);
      return;
    }
    if (isSounding && elapsedSeconds !== this.#state.elapsedSeconds) run.movedMs = nowMs;
    else if (nowMs - run.movedMs >= PREVIEW_PATIENCE_MS) {
      this.#lose(run);
      return;
    }
    if (!isSounding) return;
    const found = Number.isFinite(element.duration) ? element.duration : PREVIEW_SECONDS;
    const secondsLeft = Math.max(0, Math.ceil((track.durationSeconds ?? found) - elapsedSeconds));
    this.#show({ ...this.#state, elapsedSeconds, secondsLeft });
  }

  /** What has ended was heard to its end, however long the file seemed to be. */
  #end(): void {
    this.#show({ ...this.#state, isSounding: true, secondsLeft: 0 });
    this.stop();
  }

  /** The device took the sound away (a call, a headset unplugged): the radio must not start by itself either. */
  #interrupt({ element, track }: Run): void {
    if (element.ended || element.error) return;
    this.#around.main.pause();
    (track.pause ?? this.stop.bind(this))();
  }

  /** The rest of an episode comes with the network; what a device cannot play is no better a second time. */
  #lose(run: Run): void {
    const isBegun = this.#state.isSounding && run.track.kind === 'episode';
    if (this.#run !== run || !isBegun || hasFailedAtOutput(run.element)) {
      this.#fail(run);
      return;
    }
    run.isLost = true;
    run.movedMs = this.#around.clock.monotonicMs();
    // A network that goes without a word leaves an element waiting for as long.
    if (!run.element.error) this.#fetchOn(run);
  }

  /** Asks once more for an episode, from the second on that was heard last; for one that is gone no more [R249]. */
  #fetchOn(run: Run): void {
    const { element, track } = run;
    run.movedMs = this.#around.clock.monotonicMs();
    track.isGone?.().then((isGone) => isGone && this.#fail(run));
    element.src = track.preview;
    element.currentTime = this.#state.elapsedSeconds;
    // What else goes wrong is told by the element.
    element.play().catch(({ name }: Error) => {
      if (name === 'NotAllowedError' && this.#run === run) this.#interrupt(run);
    });
  }

  #fail(run: Run): void {
    if (this.#run !== run) return;
    this.stop();
    this.#show({ ...this.#state, failed: new Set([...this.#state.failed, run.track.preview]) });
    run.onFailure();
  }

  #letGo(): void {
    const run = this.#run;
    if (run === null) return;
    this.#endRun(run);
    this.#around.pool.release(run.element);
  }

  #endRun(run: Run): void {
    this.#run = null;
    for (const end of run.endings) end();
    this.#show({ ...SILENT_PREVIEW, failed: this.#state.failed });
  }

  /**
   * Returns the element that rests at this address; null where none does, or it was lost. Any other rests no longer.
   */
  #takeRest(address: string): MediaElement | null {
    const rest = this.#rest;
    if (rest === null) return null;
    const { element } = rest;
    if (rest.address !== address || element.src === '' || element.error !== null) {
      this.#endRest();
      return null;
    }
    this.#rest = null;
    rest.end();
    return element;
  }

  #endRest(): void {
    const rest = this.#rest;
    if (rest === null) return;
    this.#rest = null;
    rest.end();
    this.#around.pool.release(rest.element);
  }

  #without(address: string): ReadonlySet<string> {
    return new Set([...this.#state.failed].filter((other) => other !== address));
  }

  #show(state: PreviewState): void {
    this.#state = state;
    this.tell();
  }
}
