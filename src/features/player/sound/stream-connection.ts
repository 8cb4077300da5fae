import type { Clock } from '#src/platform/clock/clock.ts';
import { MEDIA_EVENTS, type MediaElement, type StreamEvent } from './media-element.ts';
import type { StreamPlace } from './stream-place.ts';
import {
  beginWatch,
  type ConnectionNews,
  LOOK_EVERY_MS,
  type Observation,
  observe,
  type Watch,
} from './watchdog.ts';

/** One media element under the eyes of the watchdog, and what it plays. */
export class StreamConnection {
  readonly element: MediaElement;
  /** Where on the timeline it plays; null until known. It is closed with it. */
  place: StreamPlace | null = null;
  readonly #clock: Clock;
  readonly #report: (news: ConnectionNews, from: StreamConnection) => void;
  readonly #listeners: Record<StreamEvent, () => void>;
  #looking: Disposable | null = null;
  #watch: Watch;
  #isEndless = false;

  constructor(
    element: MediaElement,
    clock: Clock,
    report: (news: ConnectionNews, from: StreamConnection) => void,
  ) {
    this.element = element;
    this.#clock = clock;
    this.#report = report;
    this.#watch = beginWatch(clock.monotonicMs(), element.currentTime);
    this.#listeners = {
      playing: () => this.#sound(),
      waiting: () => this.#see({ type: 'waiting', seconds: this.element.currentTime }),
      ended: () => this.#see({ type: 'ended' }),
      error: () => this.#see({ type: 'failed' }),
      pause: () => this.#onPause(),
      durationchange: () => this.#onDuration(),
    };
  }

  /** Whether the server has closed while sound was heard. */
  get isEnding(): boolean {
    return this.#watch.hasEnded;
  }

  /** Whether sound has been heard and has not stopped since. */
  get isSounding(): boolean {
    return this.#watch.phase !== 'connecting' && this.#watch.phase !== 'over';
  }

  /** The instant at which the buffered rest of a closed stream ends; null while it is not known. */
  get endMs(): number | null {
    const leftMs = (this.element.duration - this.element.currentTime) * 1000;
    const heardMs = this.place?.heardMs ?? null;
    return heardMs === null || !Number.isFinite(leftMs) ? null : heardMs + leftMs;
  }

  /** Why the sound is over; ask before the element is released. */
  get lossWords(): string {
    const { error, ended } = this.element;
    return error?.message ?? (ended ? 'the stream ended' : 'the sound stood still');
  }

  /** Opens the stream. Synchronous up to `play()`, so that a gesture counts. */
  open(url: string): void {
    this.element.src = url;
    this.begin();
  }

  /** Plays what the element has been given. */
  begin(): void {
    this.#observe();
    this.element.play().catch((reason: unknown) => this.#onRefusal(reason));
  }

  /** Watches on after a loss, or afresh after what could have become one: the element goes on by itself. */
  watchOn(): void {
    const { phase, hasBeenSteady } = this.#watch;
    const goesOn = this.isSounding ? 'sounding' : 'connecting';
    this.#stop();
    this.#observe();
    this.#watch = {
      ...this.#watch,
      phase: goesOn,
      hasBeenSteady,
      soundedAtSeconds: this.element.currentTime,
    };
    // What the device has paused meanwhile (the lock screen, a call) is not to sound by itself. What has only just been
    // told to play may be refused, which is said later.
    if (phase === 'over' && this.element.paused) this.#onPause();
  }

  /** Goes on with an element on which `play` has been called already. */
  adopt(): void {
    this.#observe();
    this.#onDuration();
    if (this.element.error || this.element.ended) this.#see({ type: 'ended' });
    else if (this.element.paused) this.#see({ type: 'refused' });
    else if (this.element.currentTime > 0) this.#sound();
  }

  /** Stops observing; the element belongs to the caller again. */
  close(): void {
    this.#watch = { ...this.#watch, phase: 'over' };
    this.#stop();
    this.place?.[Symbol.dispose]();
    this.place = null;
  }

  #observe(): void {
    for (const type of MEDIA_EVENTS) this.element.addEventListener(type, this.#listeners[type]);
    this.#watch = beginWatch(this.#clock.monotonicMs(), this.element.currentTime);
    this.#looking = this.#clock.every(LOOK_EVERY_MS, () => {
      const { currentTime: seconds } = this.element;
      this.#see({ type: 'look', atMs: this.#clock.monotonicMs(), seconds });
    });
  }

  #stop(): void {
    this.#looking?.[Symbol.dispose]();
    for (const type of MEDIA_EVENTS) this.element.removeEventListener(type, this.#listeners[type]);
  }

  #see(seen: Observation): void {
    const [watch, news] = observe(this.#watch, seen);
    this.#watch = watch;
    if (watch.phase === 'over') this.#stop();
    if (news !== null) this.#report(news, this);
  }

  #sound(): void {
    this.#see({ type: 'playing', atMs: this.#clock.monotonicMs(), seconds: this.element.currentTime });
  }

  /** In Chromium a live stream's duration becomes finite when the server closes; in Firefox it always is. */
  #onDuration(): void {
    if (this.element.duration === Number.POSITIVE_INFINITY) this.#isEndless = true;
    else if (this.#isEndless && Number.isFinite(this.element.duration)) {
      this.#isEndless = false;
      this.#see({ type: 'closing' });
    }
  }

  /** Chromium also says `pause` just before `ended`, and while it fails. */
  #onPause(): void {
    if (this.element.ended || this.element.error) return;
    if (this.element.currentTime >= this.element.duration) return;
    this.#see({ type: 'paused' });
  }

  #onRefusal(reason: unknown): void {
    const name = reason instanceof Error ? reason.name : '';
    if (name === 'AbortError') return;
    this.#see({ type: name === 'NotAllowedError' ? 'refused' : 'failed' });
  }
}
