import { AUDIO_POOL_CLEAN_EVERY_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { MediaElement } from './media-element.ts';
import type { Level, Sound, SoundEvent, SoundSurroundings } from './sound.ts';
import { StreamConnection } from './stream-connection.ts';
import { StreamPlace } from './stream-place.ts';
import type { ConnectionNews } from './watchdog.ts';

/** Half of a frame: an instant within the frame asked for, however it was rounded. */
const WITHIN_FRAME_MS = 13;

/** `MediaError.MEDIA_ERR_DECODE`: the bytes are there, but the device does not turn them into sound. */
const MEDIA_ERR_DECODE = 3;

/** The connection that is heard, and the one that is to take its place without a gap. */
export class LiveSound implements Sound {
  readonly #around: SoundSurroundings;
  readonly #level: Level;
  readonly #report: (event: SoundEvent) => void;
  /** The connection that is heard, or will be first. */
  #current: StreamConnection | null = null;
  /** Opened before `#current` runs dry; takes its place once it sounds. */
  #successor: StreamConnection | null = null;
  /** Of `#current`; null until it sounds. */
  #place: StreamPlace | null = null;
  /** The instant up to which was heard what has been lost; the way back begins there. */
  #lostAtMs: number | null = null;
  /** The stream to open when `#current`, which is ending, has run dry. */
  #next: StreamId | null = null;
  #cleaning: Disposable | null = null;
  /** False once a second element was refused: iOS lets only one that a gesture has started sound again. */
  #mayStartSecond = true;

  /** @param level gives the volume: asked for each new element, and by `applyLevel` */
  constructor(around: SoundSurroundings, level: Level, report: (event: SoundEvent) => void) {
    this.#around = around;
    this.#level = level;
    this.#report = report;
  }

  get seconds(): number | null {
    return this.#current?.element.currentTime ?? null;
  }

  get isSounding(): boolean {
    return this.#current?.isSounding ?? false;
  }

  get place(): StreamPlace | null {
    return this.isSounding ? this.#place : null;
  }

  connect(streamId: StreamId): void {
    const { clock, pool } = this.#around;
    this.#cleaning ??= clock.every(AUDIO_POOL_CLEAN_EVERY_MS, () => pool.clean());
    this.#next = null;
    if (this.#current?.isEnding && this.#place?.heardMs != null) {
      // What is left plays to its end: then the instant at which to go on is known to the frame.
      this.#next = streamId;
      return;
    }
    this.#drop(this.#successor);
    if (!this.#mayStartSecond || !this.isSounding) this.#drop(this.#current);
    const connection = this.#connection(pool.acquireOrReclaim());
    if (this.#current) this.#successor = connection;
    else this.#current = connection;
    connection.open(this.#address(streamId));
  }

  renew(streamId: StreamId): void {
    if (this.#mayStartSecond) this.connect(streamId);
  }

  adopt(element: MediaElement): void {
    this.#around.pool.adopt(element);
    this.#current = this.#connection(element);
    this.#current.adopt();
  }

  applyLevel(): void {
    for (const connection of [this.#current, this.#successor]) {
      if (connection) this.#setLevel(connection.element);
    }
  }

  release(): void {
    this.#lostAtMs = this.#next = null;
    this.#drop(this.#successor);
    this.#drop(this.#current);
  }

  #connection(element: MediaElement): StreamConnection {
    this.#setLevel(element);
    return new StreamConnection(element, this.#around.clock, (news, from) => this.#hear(news, from));
  }

  #hear(news: ConnectionNews, from: StreamConnection): void {
    if (from === this.#successor) this.#hearSuccessor(news, from);
    else if (from !== this.#current) return;
    else if (news === 'lost') this.#loseCurrent(from);
    else if (news === 'ending') this.#lose(false);
    else if (news !== 'stalling') {
      if (news === 'sounding') this.#locate(from);
      this.#report({ type: news === 'paused' ? 'pause' : news });
    }
  }

  /** After a loss, the stream from the frame on that was not heard any more [R165]. */
  #address(streamId: StreamId): string {
    const address = this.#around.streamUrl(streamId);
    return this.#lostAtMs === null ? address : `${address}&from=${Math.round(this.#lostAtMs)}`;
  }

  #locate(connection: StreamConnection): void {
    this.#lostAtMs = null;
    if (this.#place?.element === connection.element) return;
    this.#place?.[Symbol.dispose]();
    this.#place = new StreamPlace(connection.element, this.#around);
  }

  #loseCurrent(from: StreamConnection): void {
    const atOutput = this.#logLoss(from);
    const successor = this.#successor;
    const heardMs = this.#place?.heardMs;
    if (heardMs != null) this.#lostAtMs = heardMs + WITHIN_FRAME_MS;
    this.#drop(from);
    this.#current = successor;
    this.#successor = null;
    if (this.#next) this.connect(this.#next);
    // The connection that was ending has been replaced, or is about to be.
    else if (!from.isEnding) this.#lose(atOutput);
  }

  #hearSuccessor(news: ConnectionNews, from: StreamConnection): void {
    if (news === 'sounding') {
      this.#drop(this.#current);
      this.#current = from;
      this.#successor = null;
      this.#locate(from);
      this.#report({ type: news });
      return;
    }
    const atOutput = this.#logLoss(from);
    this.#drop(from);
    if (news === 'refused') this.#mayStartSecond = false;
    // A successor is not missed while the current connection sounds on.
    if (!this.isSounding || this.#current?.isEnding) this.#lose(atOutput);
  }

  /** Logs a loss; true when the device did not play what had come. Call it before the element is released. */
  #logLoss({ element }: StreamConnection): boolean {
    const { error, ended } = element;
    this.#around.log(error?.message ?? (ended ? 'the stream ended' : 'the sound stood still'));
    return error?.code === MEDIA_ERR_DECODE;
  }

  #lose(atOutput: boolean): void {
    this.#report({ type: 'lost', online: this.#around.isOnline(), atOutput });
  }

  #setLevel(element: MediaElement): void {
    const { volume, muted } = this.#level();
    element.volume = volume;
    element.muted = muted;
  }

  #drop(connection: StreamConnection | null): void {
    if (connection === null) return;
    connection.close();
    this.#around.pool.release(connection.element);
    if (connection === this.#current) {
      this.#current = null;
      this.#place?.[Symbol.dispose]();
      this.#place = null;
    }
    if (connection === this.#successor) this.#successor = null;
  }
}
