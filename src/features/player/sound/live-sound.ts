import { AUDIO_POOL_CLEAN_EVERY_MS, LEAP_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { addressFrom, browserFeeding, FedSound, type Feeding, WITHIN_FRAME_MS } from './feed/fed-sound.ts';
import type { FeedNews, FullStream } from './feed/sound-feed.ts';
import { FullWait } from './full-wait.ts';
import { LagWatch } from './lag-watch.ts';
import { hasFailedAtOutput, type MediaElement } from './media-element.ts';
import type { Asked, ChangeableSound, SoundEvent, SoundSurroundings } from './sound.ts';
import { StreamConnection } from './stream-connection.ts';
import { StreamPlace } from './stream-place.ts';
import type { ConnectionNews } from './watchdog.ts';

/** How far ahead of what is heard a connection is fetched that is to take its place in mid-stream. */
const RENEWED_AHEAD_MS = 1_500;

/**
 * The connection that is heard, and the one that is to take its place without a gap. The first one is the media
 * element's own; after a loss, frames are fetched and handed to an element, so that none is heard twice [R168].
 */
export class LiveSound implements ChangeableSound {
  readonly #around: SoundSurroundings;
  readonly #asked: Asked;
  readonly #report: (event: SoundEvent) => void;
  readonly #feeding: Feeding;
  readonly #fullWait: FullWait;
  /** The connection that is heard, or will be first. */
  #current: StreamConnection | null = null;
  /** Opened before `#current` runs dry; takes its place once it sounds. */
  #successor: StreamConnection | null = null;
  /** Of `#current` or `#successor`, where that is fed. */
  #fed: FedSound | null = null;
  /** The instant up to which was heard what has been lost; the way back begins there. */
  #lostAtMs: number | null = null;
  /** The stream to open when `#current`, which is ending, has run dry. */
  #next: StreamId | null = null;
  #cleaning: Disposable | null = null;
  /** Of `#current`, where that is the media element's own. */
  #lagWatch: Disposable | null = null;
  /** False once a second element was refused: iOS lets only one that a gesture has started sound again. */
  #mayStartSecond = true;
  /** False where none is, or once one has failed for good: the media element's own connections are left. */
  #mayFeed: boolean;

  constructor(
    around: SoundSurroundings,
    asked: Asked,
    report: (event: SoundEvent) => void,
    feeding: Feeding = browserFeeding(),
  ) {
    this.#around = around;
    this.#asked = asked;
    this.#report = report;
    this.#feeding = feeding;
    this.#fullWait = new FullWait(around, feeding.open);
    this.#mayFeed = feeding.isThere;
  }

  get seconds(): number | null {
    return this.#current?.element.currentTime ?? null;
  }

  get isSounding(): boolean {
    return this.#current?.isSounding ?? false;
  }

  get place(): StreamPlace | null {
    return this.isSounding ? (this.#current?.place ?? null) : null;
  }

  get lostAtMs(): number | null {
    return this.#lostAtMs;
  }

  goOn(streamId: StreamId, fromMs: number | null): void {
    this.#lostAtMs = fromMs;
    this.connect(streamId);
  }

  connect(streamId: StreamId): void {
    const { clock, pool } = this.#around;
    this.#cleaning ??= clock.every(AUDIO_POOL_CLEAN_EVERY_MS, () => pool.clean());
    this.#next = null;
    if (this.#fullWait.putsOff(() => this.connect(streamId), this.isSounding)) return;
    if (this.#fed) {
      this.#fetchOn(this.#fed);
      return;
    }
    const endMs = this.#current?.isEnding ? this.#current.endMs : null;
    if (endMs !== null) {
      // What is left plays to its end, and the rest waits for it; or is asked for once that instant is heard.
      if (!this.#feed(streamId, endMs + this.#feeding.aheadMs)) this.#next = streamId;
      return;
    }
    if (this.#lostAtMs !== null && !this.isSounding && this.#feed(streamId, this.#lostAtMs)) return;
    this.#open(streamId);
  }

  goLive(streamId: StreamId): void {
    this.#lostAtMs = this.#next = null;
    this.#open(streamId);
  }

  renew(streamId: StreamId): void {
    const heardMs = this.place?.heardMs ?? null;
    if (this.#fed && this.#fed.connection === this.#current) this.#fetchOn(this.#fed);
    else if (!this.#mayStartSecond) return;
    else if (this.#fed || heardMs === null || !this.#feed(streamId, heardMs + RENEWED_AHEAD_MS))
      this.connect(streamId);
  }

  adopt(element: MediaElement): void {
    this.#around.pool.adopt(element);
    this.#current = this.#connection(element);
    this.#current.adopt();
  }

  applyLevel(): void {
    for (const connection of [this.#current, this.#successor]) {
      if (connection) Object.assign(connection.element, this.#asked());
    }
  }

  release(): void {
    this.#lostAtMs = this.#next = null;
    this.#fullWait.end();
    this.#drop(this.#successor);
    this.#drop(this.#current);
  }

  /** Opens a connection of the media element's own. */
  #open(streamId: StreamId): void {
    this.#drop(this.#successor);
    if (!this.#mayStartSecond || !this.isSounding) this.#drop(this.#current);
    const connection = this.#connection(this.#around.pool.acquireOrReclaim());
    if (this.#current) this.#successor = connection;
    else this.#current = connection;
    const fromMs = this.#lostAtMs && this.#lostAtMs + WITHIN_FRAME_MS;
    connection.open(addressFrom(this.#around.streamUrl(streamId), fromMs));
  }

  #connection(element: MediaElement): StreamConnection {
    Object.assign(element, this.#asked());
    return new StreamConnection(element, this.#around.clock, (news, from) => this.#hear(news, from));
  }

  /**
   * Has the frames of a stream fetched from an instant on, to be heard once what sounds is over.
   * @returns false where no script can feed an element
   */
  #feed(streamId: StreamId, startMs: number): boolean {
    if (!this.#mayFeed || (this.#current && !this.#mayStartSecond)) return false;
    const element = this.#around.pool.acquireOrReclaim();
    const connection = this.#connection(element);
    const fed: FedSound = new FedSound({
      around: this.#around,
      feeding: this.#feeding,
      connection,
      startMs,
      address: (fromMs) => addressFrom(this.#around.streamUrl(streamId), fromMs),
      isHeard: () => connection === this.#current && connection.isSounding,
      tell: (news) => this.#fed === fed && this.#hearFeed(news, fed),
      tellBehind: (isBehind) => this.#report({ type: 'behind', isBehind }),
    });
    this.#fed = fed;
    if (this.#current) this.#successor = connection;
    else {
      this.#current = connection;
      connection.begin();
    }
    this.#fetchOn(fed);
    return true;
  }

  #fetchOn(fed: FedSound): void {
    const { connection } = fed;
    if (connection === this.#current && !connection.isSounding) connection.watchOn();
    fed.fetchOn();
  }

  #hearFeed(news: FeedNews, fed: FedSound): void {
    const { connection, startMs } = fed;
    if (news.type !== 'begun') {
      this.#around.log(news.why);
      if (news.type === 'broken') this.#giveUpFeeding(connection);
      // A successor is not missed while the current connection sounds on.
      else if (connection === this.#current || !this.isSounding || this.#current?.isEnding)
        this.#lose(false, news.full);
      else this.#drop(connection);
      return;
    }
    if (news.firstMs - news.fromMs > LEAP_MS) this.#report({ type: 'leapt' });
    fed.takePlace(news);
    if (connection === this.#successor && !this.#current?.isEnding)
      fed.beginIn(startMs - (this.place?.heardMs ?? startMs));
    else if (connection.isSounding) {
      connection.watchOn();
      this.#report({ type: 'sounding' });
    }
  }

  #hear(news: ConnectionNews, from: StreamConnection): void {
    if (from === this.#successor) this.#hearSuccessor(news, from);
    else if (from !== this.#current) return;
    else if (news === 'lost') this.#loseCurrent(from);
    else if (news === 'ending') {
      // One that was to take over in mid-stream begins elsewhere.
      if (this.#fed) this.#drop(this.#successor);
      this.#lose(false);
    } else if (news === 'refused' && this.#fed) this.#giveUpFeeding(from);
    else if (news === 'stalling') {
      // A connection that was reset says nothing else.
      if (this.#mayFeed && !this.#fed && from.place?.heardMs != null) this.#loseCurrent(from);
    } else {
      if (news === 'sounding') this.#locate(from);
      this.#report({ type: news === 'paused' ? 'pause' : news });
    }
  }

  #locate(connection: StreamConnection): void {
    this.#lostAtMs = null;
    if (this.#fed?.connection === connection || connection.place !== null) return;
    const place = new StreamPlace(connection.element, this.#around);
    connection.place = place;
    this.#lagWatch = new LagWatch({
      clock: this.#around.clock,
      place,
      catchUp: () => this.#catchUp(),
      tellBehind: (isBehind) => this.#report({ type: 'behind', isBehind }),
    });
  }

  /**
   * Frames that a script fetches can be played faster, and are left out where the radio no longer has them.
   * @returns false where no script can feed an element
   */
  #catchUp(): boolean {
    const { streamId } = this.#asked();
    const heardMs = this.place?.heardMs ?? null;
    if (streamId === null || heardMs === null || this.#successor || this.#current?.isEnding) return true;
    return this.#feed(streamId, heardMs + RENEWED_AHEAD_MS);
  }

  #loseCurrent(from: StreamConnection): void {
    this.#around.log(from.lossWords);
    const atOutput = hasFailedAtOutput(from.element);
    if (this.#fed?.connection === from && !from.element.error) {
      // The element goes on by itself with the next frames.
      this.#lose(false);
      return;
    }
    if (this.#fed && !from.isEnding) this.#drop(this.#successor);
    const successor = this.#successor;
    const { aheadMs, keepsLast } = this.#feeding;
    const isOwn = this.#fed?.connection !== from;
    const wasLetIn = from.place !== null || from.isEnding || this.#lostAtMs !== null;
    const lostAtMs = from.element.ended ? from.place?.heardMs : from.place?.stoodMs(isOwn && keepsLast);
    if (lostAtMs != null) this.#lostAtMs = lostAtMs + (isOwn ? aheadMs : 0);
    this.#drop(from);
    this.#current = successor;
    this.#successor = null;
    if (this.#next) this.connect(this.#next);
    else if (successor && this.#fed) this.#fed.begin();
    // The connection that was ending has been replaced, or is about to be.
    else if (!from.isEnding) {
      this.#lose(atOutput);
      if (!wasLetIn && !atOutput && this.#around.isOnline()) void this.#askWhy();
    }
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
    this.#around.log(from.lossWords);
    const atOutput = hasFailedAtOutput(from.element);
    this.#drop(from);
    if (news === 'refused') this.#mayStartSecond = false;
    if (!this.isSounding || this.#current?.isEnding) this.#lose(atOutput);
  }

  /** What is missing from now on comes by a connection of the media element's own. */
  #giveUpFeeding(connection: StreamConnection): void {
    this.#mayFeed = false;
    if (connection === this.#current)
      this.#lostAtMs = connection.place?.heardMs ?? this.#fed?.startMs ?? null;
    this.#drop(connection);
    if (!this.isSounding || this.#current?.isEnding) this.#lose(false);
  }

  async #askWhy(): Promise<void> {
    const { streamId } = this.#asked();
    if (streamId === null) return;
    const full = await this.#fullWait.ask(this.#around.streamUrl(streamId));
    if (full === null || this.isSounding) return;
    this.#drop(this.#current);
    this.#lose(false, full);
  }

  /** @param full where the server lets nobody in for a while */
  #lose(atOutput: boolean, full?: FullStream): void {
    this.#fullWait.note(full);
    this.#report({ type: 'lost', online: this.#around.isOnline(), atOutput, refusal: full?.message });
  }

  #drop(connection: StreamConnection | null): void {
    if (connection === null) return;
    connection.close();
    if (this.#fed?.connection === connection) {
      this.#fed[Symbol.dispose]();
      this.#fed = null;
    }
    this.#around.pool.release(connection.element);
    if (connection === this.#current) {
      this.#current = null;
      this.#lagWatch?.[Symbol.dispose]();
    }
    if (connection === this.#successor) this.#successor = null;
  }
}
