import type { Clock } from '#src/platform/clock/clock.ts';
import { MEDIA_EVENTS, type MediaElement, type MediaEvent } from './media-element.ts';

/**
 * `sounding` sound is heard · `steady` it has been heard for some seconds · `ending` the server has closed,
 * the buffered rest still plays · `lost` no sound any more · `refused` the browser wants a gesture · `paused`
 * the browser or the device stopped the element.
 */
export type ConnectionNews = 'sounding' | 'steady' | 'ending' | 'lost' | 'refused' | 'paused';

const CHECK_EVERY_MS = 250;
/** Standstill that counts as a loss: longer than the second between two writes of the server. */
const STILL_MS = 1_500;
/** This much sound shows that the way from the server to the loudspeaker is open. */
const STEADY_SECONDS = 5;
/**
 * The same until the sound is steady: a Bluetooth headset takes seconds to wake, and nothing moves meanwhile.
 */
const WAKING_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * One live stream in one media element. A browser may say nothing at all when the server dies, and says
 * `stalled` while all is well: so the only thing believed here is whether `currentTime` moves.
 */
export class StreamConnection {
  readonly element: MediaElement;
  readonly #clock: Clock;
  readonly #report: (news: ConnectionNews, from: StreamConnection) => void;
  readonly #listeners: Record<MediaEvent, () => void>;
  #watch: Disposable | null = null;
  #positionSeconds = 0;
  #movedMs = 0;
  #checkedMs = 0;
  /** Whether the device has had time to go on after a sleep: once, since background pages are always late. */
  #hasHadTime = false;
  #hasSounded = false;
  #soundedAtSeconds = 0;
  #isSteady = false;
  #isEnding = false;
  #isEndless = false;
  #isOver = false;

  constructor(
    element: MediaElement,
    clock: Clock,
    report: (news: ConnectionNews, from: StreamConnection) => void,
  ) {
    this.element = element;
    this.#clock = clock;
    this.#report = report;
    this.#listeners = {
      playing: () => this.#sound(),
      ended: () => this.#end('lost'),
      error: () => this.#end('lost'),
      pause: () => this.#onPause(),
      durationchange: () => this.#onDuration(),
    };
  }

  /** Whether the server has closed while sound was heard. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Whether sound has been heard and has not stopped since. */
  get isSounding(): boolean {
    return this.#hasSounded && !this.#isOver;
  }

  /** Opens the stream. Synchronous up to `play()`, so that a gesture counts. */
  open(url: string): void {
    this.element.src = url;
    this.#observe();
    this.element.play().catch((reason: unknown) => this.#onRefusal(reason));
  }

  /** Goes on with an element on which `play` has been called already. */
  adopt(): void {
    this.#observe();
    this.#onDuration();
    if (this.element.error || this.element.ended) this.#end('lost');
    else if (this.element.paused) this.#end('refused');
    else if (this.element.currentTime > 0) this.#sound();
  }

  /** Stops observing; the element belongs to the caller again. */
  close(): void {
    this.#isOver = true;
    this.#watch?.[Symbol.dispose]();
    for (const type of MEDIA_EVENTS) this.element.removeEventListener(type, this.#listeners[type]);
  }

  #observe(): void {
    for (const type of MEDIA_EVENTS) this.element.addEventListener(type, this.#listeners[type]);
    this.#positionSeconds = this.element.currentTime;
    this.#movedMs = this.#checkedMs = this.#clock.monotonicMs();
    this.#watch = this.#clock.every(CHECK_EVERY_MS, () => this.#check());
  }

  #check(): void {
    const nowMs = this.#clock.monotonicMs();
    const isLate = nowMs - this.#checkedMs > 4 * CHECK_EVERY_MS;
    this.#checkedMs = nowMs;
    if (this.element.currentTime !== this.#positionSeconds) {
      this.#positionSeconds = this.element.currentTime;
      this.#movedMs = nowMs;
      this.#hasHadTime = false;
      this.#sound();
      this.#settle();
    } else if (isLate && !this.#hasHadTime) {
      this.#hasHadTime = true;
      this.#movedMs = nowMs;
    } else if (nowMs - this.#movedMs >= this.#patienceMs()) {
      this.#end('lost');
    }
  }

  #patienceMs(): number {
    if (!this.#hasSounded) return CONNECT_TIMEOUT_MS;
    return this.#isSteady ? STILL_MS : WAKING_MS;
  }

  #settle(): void {
    const heardSeconds = this.element.currentTime - this.#soundedAtSeconds;
    if (this.#isSteady || this.#isEnding || heardSeconds < STEADY_SECONDS) return;
    this.#isSteady = true;
    this.#report('steady', this);
  }

  #sound(): void {
    if (this.#hasSounded || this.#isOver) return;
    this.#hasSounded = true;
    this.#soundedAtSeconds = this.element.currentTime;
    this.#movedMs = this.#clock.monotonicMs();
    this.#report('sounding', this);
  }

  /** In Chromium a live stream's duration becomes finite when the server closes; in Firefox it always is. */
  #onDuration(): void {
    if (this.element.duration === Number.POSITIVE_INFINITY) this.#isEndless = true;
    else if (this.#isEndless && Number.isFinite(this.element.duration)) {
      this.#isEndless = false;
      if (this.#isOver) return;
      this.#isEnding = this.#hasSounded;
      this.#report('ending', this);
    }
  }

  /** Chromium also says `pause` just before `ended`, and while it fails. */
  #onPause(): void {
    if (this.element.ended || this.element.error) return;
    if (this.element.currentTime >= this.element.duration) return;
    this.#end('paused');
  }

  #onRefusal(reason: unknown): void {
    const name = reason instanceof Error ? reason.name : '';
    if (name === 'AbortError') return;
    this.#end(name === 'NotAllowedError' ? 'refused' : 'lost');
  }

  #end(news: 'lost' | 'refused' | 'paused'): void {
    if (this.#isOver) return;
    this.close();
    this.#report(news, this);
  }
}
