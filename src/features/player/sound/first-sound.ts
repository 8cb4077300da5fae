import type { StreamId } from '#src/contract/streams.ts';
import { TRANSPORT_KEY } from '#src/features/player/state/player-state.ts';
import type { MediaElement } from './media-element.ts';
import type { Asked, Sound, SoundEvent, SoundSurroundings } from './sound.ts';

/** [R187] So long without a sound is an attempt that brought none; a press waits no longer for scripts [R186]. */
export const SILENT_MS = 3_000;

const WATCHED = ['playing', 'pause', 'ended', 'error'] as const;

/**
 * The sound of a press, until the script of `LiveSound` is there, which watches over it and takes it over: it
 * is no part of what a page needs to come to life.
 */
export class FirstSound implements Sound {
  readonly #around: SoundSurroundings;
  readonly #asked: Asked;
  readonly #report: (event: SoundEvent) => void;
  #element: MediaElement | null = null;
  /** The stream that may have to be heard in segments, while scripts are waited for. */
  #awaited: StreamId | null = null;
  /** Ends that wait. */
  #timer: Disposable | null = null;
  /** Whether what was paused keeps the lock screen, once the script is there that knows how. */
  #isHeld = false;
  readonly place = null;

  constructor(around: SoundSurroundings, asked: Asked, report: (event: SoundEvent) => void) {
    this.#around = around;
    this.#asked = asked;
    this.#report = report;
  }

  get seconds(): number | null {
    return this.#element?.currentTime ?? null;
  }

  get isSounding(): boolean {
    return !!this.seconds;
  }

  /**
   * Synchronous up to `play()`, so that a gesture counts.
   * @param waits whether it is not opened before scripts are there, for a while
   */
  connect(streamId: StreamId, waits = this.mayBeSegments): void {
    this.release();
    const element = this.#around.pool.acquireOrReclaim();
    this.adopt(element);
    if (waits) {
      // iOS lets an element sound later that a gesture has had loaded.
      element.load();
      this.#awaited = streamId;
      this.#timer = this.#around.clock.after(SILENT_MS, () => this.connect(streamId, false));
      return;
    }
    element.src = this.#around.streamUrl(streamId);
    element.play().catch(({ name }: Error) => {
      // Of a failure the element tells as well, and the next source may have cut it short.
      if (name === 'NotAllowedError' && element === this.#element) this.#report({ type: 'refused' });
    });
  }

  /**
   * Whether a press may have to be heard in segments: what is kept of that names them, or the time until which they
   * were found to work. The script that reads it knows.
   */
  get mayBeSegments(): boolean {
    return /"hls"|[1-9]/.test(this.#around.storage?.read(TRANSPORT_KEY) ?? '');
  }

  renew(): void {}

  goLive(): void {}

  adopt(element: MediaElement): void {
    this.#element = this.#around.pool.adopt(element);
    for (const type of WATCHED) element.addEventListener(type, this.#look);
    this.applyLevel();
    if (this.isSounding) this.#look();
  }

  /** Where the server has gone, the script that would notice more cannot be fetched from it either. */
  readonly #look = (): void => {
    const element = this.#element;
    if (!element) return;
    if (element.error || element.ended) {
      this.release();
      this.#report({ type: 'lost', online: this.#around.isOnline(), atOutput: false });
    } else if (!element.paused) this.#report({ type: 'sounding' });
    // What has come to its end stops before it says so.
    else if (element.currentTime !== element.duration) this.#report({ type: 'pause' });
  };

  applyLevel(): void {
    if (this.#element) Object.assign(this.#element, this.#asked());
  }

  holdLockScreen(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    const element = this.#take();
    if (element) this.#around.pool.release(element);
  }

  /** Gives away what it has begun. */
  handOver(next: Sound): void {
    if (this.#isHeld) next.holdLockScreen?.();
    const awaited = this.#awaited;
    const element = this.#take();
    if (element === null) return;
    if (awaited) {
      // The most recently released one is the next that is used.
      this.#around.pool.release(element);
      next.connect(awaited);
    } else next.adopt(element);
  }

  #take(): MediaElement | null {
    this.#timer?.[Symbol.dispose]();
    const element = this.#element;
    for (const type of WATCHED) element?.removeEventListener(type, this.#look);
    this.#element = this.#awaited = null;
    return element;
  }
}
