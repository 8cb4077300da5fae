import { LEAP_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { FedSound } from './feed/fed-sound.ts';
import { secondsBehind } from './feed/pace.ts';
import type { MediaElement } from './media-element.ts';
import type { Asked, SoundEvent, SoundSurroundings } from './sound.ts';
import { StreamConnection } from './stream-connection.ts';
import { StreamPlace } from './stream-place.ts';
import type { ConnectionNews } from './watchdog.ts';

interface HeardConnectionsOptions {
  readonly around: SoundSurroundings;
  readonly asked: Asked;
  readonly report: (event: SoundEvent) => void;
  readonly hear: (news: ConnectionNews, from: StreamConnection) => void;
  /** What a `LagWatch` calls. */
  readonly catchUp: () => boolean;
}

/** The connection that is heard and the one that is to take its place, each with its element of the pool. */
export class HeardConnections {
  readonly #options: HeardConnectionsOptions;
  #current: StreamConnection | null = null;
  #successor: StreamConnection | null = null;
  /** Of `current`, where that is the media element's own. */
  #lagWatch: Disposable | null = null;
  /** Of `current` or `successor`, where that is fed. */
  fed: FedSound | null = null;

  constructor(options: HeardConnectionsOptions) {
    this.#options = options;
  }

  /** The one that is heard, or will be first. */
  get current(): StreamConnection | null {
    return this.#current;
  }

  /** Opened before `current` runs dry; takes its place once it sounds. */
  get successor(): StreamConnection | null {
    return this.#successor;
  }

  get isSounding(): boolean {
    return this.#current?.isSounding ?? false;
  }

  /** Where on the timeline is what sounds; null where nothing does, or it is not known. */
  get place(): StreamPlace | null {
    return this.isSounding ? (this.#current?.place ?? null) : null;
  }

  /** Whether what is missing is heard as soon as it is there: nothing sounds, or only a rest. */
  get isRunningDry(): boolean {
    return !this.isSounding || (this.#current?.isEnding ?? false);
  }

  /** Makes a connection, to be heard at once where there is none, else after the one there is, which has one after it. */
  add(element: MediaElement): StreamConnection {
    const { around, asked, hear } = this.#options;
    Object.assign(element, asked());
    const connection = new StreamConnection(element, around.clock, hear);
    if (this.#current) {
      this.drop(this.#successor);
      this.#successor = connection;
    } else this.#current = connection;
    return connection;
  }

  isFed(connection: StreamConnection): boolean {
    return this.fed?.connection === connection;
  }

  /** Has the successor take its place, where there is one. */
  advance(): void {
    const successor = this.#successor;
    this.drop(this.#current);
    this.#current = successor;
    this.#successor = null;
  }

  /**
   * Finds out where on the timeline a connection of the media element's own plays.
   * @param fromMs the instant at which it was to begin; null for live
   */
  locate(connection: StreamConnection, fromMs: number | null): void {
    if (this.isFed(connection) || connection.place !== null) return;
    const { around, catchUp, report } = this.#options;
    const place = new StreamPlace(connection.element, around);
    connection.place = place;
    const tellBehind = (seconds: number) => report({ type: 'behind', seconds });
    const tellLeap = () => report({ type: 'leapt' });
    this.#lagWatch = new LagWatch({ clock: around.clock, place, fromMs, catchUp, tellBehind, tellLeap });
  }

  applyLevel(): void {
    for (const connection of [this.#current, this.#successor])
      if (connection) Object.assign(connection.element, this.#options.asked());
  }

  drop(connection: StreamConnection | null): void {
    if (connection === null) return;
    connection.close();
    if (this.isFed(connection)) {
      this.fed?.[Symbol.dispose]();
      this.fed = null;
    }
    this.#options.around.pool.release(connection.element);
    if (connection === this.#current) {
      this.#current = null;
      this.#lagWatch?.[Symbol.dispose]();
    }
    if (connection === this.#successor) this.#successor = null;
  }
}

const LOOK_EVERY_MS = 5_000;

interface LagWatchOptions {
  readonly clock: Clock;
  readonly place: Pick<StreamPlace, 'firstMs' | 'lateMs' | 'askAgain'>;
  /** The instant at which it was to begin; null for live. */
  readonly fromMs: number | null;
  /** Goes on with frames that a script fetches; called with each look that sees the sound behind. False where none can. */
  catchUp(): boolean;
  /** Told in whole seconds where no script can catch up; 0 is not far. */
  tellBehind(seconds: number): void;
  /** Told once where it began so much later that music was left out [R169]. */
  tellLeap(): void;
}

/**
 * Sees when a connection is heard much later than its stream is on air [R171]: after a sleep of the device it plays on
 * with what had waited in the network, after an outage with what was missed. The wall clock tells, since the other one
 * may stand still in a sleep; it may have been set as well, so the radio is asked before it is believed.
 */
class LagWatch implements Disposable {
  readonly #options: LagWatchOptions;
  readonly #looking: Disposable;
  #toldSeconds = 0;
  #isOver = false;
  /** Null once it is known whether it began there. */
  #fromMs: number | null;

  constructor(options: LagWatchOptions) {
    this.#options = options;
    this.#fromMs = options.fromMs;
    this.#looking = options.clock.every(LOOK_EVERY_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    const { place, catchUp } = this.#options;
    this.#lookForLeap();
    if (this.#seconds && !this.#toldSeconds) await place.askAgain();
    if (!this.#isOver) this.#tell(this.#seconds && !catchUp() ? this.#seconds : 0);
  }

  #lookForLeap(): void {
    const { place, tellLeap } = this.#options;
    if (place.firstMs === null) return;
    const leapMs = place.firstMs - (this.#fromMs ?? place.firstMs);
    this.#fromMs = null;
    if (leapMs > LEAP_MS) tellLeap();
  }

  get #seconds(): number {
    return secondsBehind(this.#options.place.lateMs ?? 0);
  }

  #tell(seconds: number): void {
    if (seconds === this.#toldSeconds) return;
    this.#toldSeconds = seconds;
    this.#options.tellBehind(seconds);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#looking[Symbol.dispose]();
    this.#tell(0);
  }
}
