import type { MediaElement, MediaEvent } from '#src/features/player/sound/media-element.ts';

type Outcome = 'sounds' | 'refuses' | 'fails' | 'fails-at-output' | 'hangs';

/**
 * A media element for tests, in place of the browser's: fires the events that Chromium fires, but only when
 * asked to. `outcome` is what the next `play()` does.
 */
export class FakeMediaElement implements MediaElement {
  currentTime = 0;
  duration = Number.NaN;
  paused = true;
  ended = false;
  error: { code: number; message: string } | null = null;
  volume = 1;
  muted = false;
  playbackRate = 1;
  preservesPitch = false;
  outcome: Outcome = 'hangs';
  /** Every address that was ever played. */
  readonly played: string[] = [];
  /** The answer to `play()` that is still due: browsers give it with the first sound. */
  #answer: PromiseWithResolvers<void> | null = null;
  readonly #listeners = new Map<MediaEvent, Set<() => void>>();
  #src = '';

  get src(): string {
    return this.#src;
  }

  /** What is given another address does not know its length any more, at once. */
  set src(address: string) {
    this.#src = address;
    this.duration = Number.NaN;
  }

  play(): Promise<void> {
    this.paused = false;
    this.played.push(this.src);
    const answer = Promise.withResolvers<void>();
    this.#answer = answer;
    if (this.outcome === 'refuses') {
      this.paused = true;
      answer.reject(new DOMException('play() failed: no gesture', 'NotAllowedError'));
    }
    if (this.outcome === 'fails') this.fail();
    if (this.outcome === 'fails-at-output') this.failAtOutput();
    if (this.outcome === 'sounds') this.sound();
    return answer.promise;
  }

  pause(): void {
    this.paused = true;
  }

  load(): void {
    this.#answer?.reject(new DOMException('interrupted by a new load request', 'AbortError'));
    this.currentTime = 0;
    this.duration = Number.NaN;
    this.ended = false;
    this.error = null;
    this.playbackRate = 1;
  }

  removeAttribute(name: string): void {
    if (name === 'src') this.#src = '';
  }

  addEventListener(type: MediaEvent, listener: () => void): void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
  }

  removeEventListener(type: MediaEvent, listener: () => void): void {
    this.#listeners.get(type)?.delete(listener);
  }

  get isObserved(): boolean {
    return [...this.#listeners.values()].some((listeners) => listeners.size > 0);
  }

  /** A live stream is heard. */
  sound(): void {
    this.#setDuration(Number.POSITIVE_INFINITY);
    this.currentTime += 0.026;
    this.#answer?.resolve();
    this.#say('playing');
  }

  /** The sound goes on. */
  move(seconds: number): void {
    this.currentTime += seconds;
  }

  /** Bytes come, of which nothing can be heard yet. */
  come(): void {
    this.#say('progress');
  }

  /** Nothing is left to play, and nobody has closed. */
  starve(): void {
    this.#say('waiting');
  }

  /** The server has closed; `seconds` are still buffered. */
  closeWith(seconds: number): void {
    this.#setDuration(this.currentTime + seconds);
  }

  /** The buffer of a closed stream has run dry: Chromium says `pause`, then `ended`. */
  runDry(): void {
    this.currentTime = this.duration;
    this.paused = true;
    this.ended = true;
    this.#say('pause');
    this.#say('ended');
  }

  fail(): void {
    this.error = { code: 4, message: 'MEDIA_ELEMENT_ERROR' };
    this.#answer?.reject(new DOMException('no supported source was found', 'NotSupportedError'));
    this.#say('error');
  }

  /** Firefox on a machine without a sound device: it plays, and fails the moment after. */
  failAtOutput(): void {
    this.sound();
    this.error = { code: 3, message: 'OnMediaSinkAudioError' };
    this.#say('error');
  }

  /** The device takes the sound away: a phone call, a headset unplugged. */
  interrupt(): void {
    this.paused = true;
    this.#say('pause');
  }

  #setDuration(seconds: number): void {
    this.duration = seconds;
    this.#say('durationchange');
  }

  #say(type: MediaEvent): void {
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener();
  }
}
