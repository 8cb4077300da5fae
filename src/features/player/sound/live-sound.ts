import { AUDIO_POOL_CLEAN_EVERY_MS, LEAP_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { addressFrom, browserFeeding, FedSound, type Feeding, WITHIN_FRAME_MS } from './feed/fed-sound.ts';
import type { FeedNews, FullStream } from './feed/sound-feed.ts';
import { FullWait } from './full-wait.ts';
import { HeardConnections } from './heard-connections.ts';
import { hasFailedAtOutput, type MediaElement } from './media-element.ts';
import type { Asked, ChangeableSound, SoundEvent, SoundSurroundings } from './sound.ts';
import type { StreamConnection } from './stream-connection.ts';
import type { StreamPlace } from './stream-place.ts';
import type { ConnectionNews } from './watchdog.ts';

/** How far ahead of what is heard a connection is fetched that is to take its place in mid-stream. */
const RENEWED_AHEAD_MS = 1_500;
/** [R170, R186] Time between two attempts to renew what sounds, however often that is asked for. */
export const RENEW_AGAIN_MS = 30_000;

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
  readonly #heard: HeardConnections;
  /** The instant up to which was heard what has been lost; the way back begins there. */
  #lostAtMs: number | null = null;
  /** The stream to open when what sounds, which is ending, has run dry. */
  #next: StreamId | null = null;
  #renewing: Disposable | null = null;
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
    around.clock.every(AUDIO_POOL_CLEAN_EVERY_MS, () => around.pool.clean());
    this.#heard = new HeardConnections({
      around,
      asked,
      report,
      hear: (news, from) => this.#hear(news, from),
      catchUp: () => this.#catchUp(),
    });
  }

  get seconds(): number | null {
    return this.#heard.current?.element.currentTime ?? null;
  }

  get isSounding(): boolean {
    return this.#heard.isSounding;
  }

  get place(): StreamPlace | null {
    return this.#heard.place;
  }

  get lostAtMs(): number | null {
    return this.#lostAtMs ?? (this.isSounding ? null : (this.#heard.current?.place?.heardMs ?? null));
  }

  goOn(streamId: StreamId, fromMs: number | null): void {
    this.#lostAtMs = fromMs;
    this.connect(streamId);
  }

  connect(streamId: StreamId): void {
    this.#next = null;
    if (this.#fullWait.putsOff(() => this.connect(streamId), this.isSounding)) return;
    const { current, fed } = this.#heard;
    if (fed) {
      this.#fetchOn(fed);
      return;
    }
    const endMs = current?.isEnding ? current.endMs : null;
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
    const { current, fed, place } = this.#heard;
    if (fed && fed.connection === current) {
      this.#fetchOn(fed);
      return;
    }
    if (!this.#mayStartSecond) return;
    const heardMs = place?.heardMs ?? null;
    if (fed || heardMs === null || !this.#feed(streamId, heardMs + RENEWED_AHEAD_MS)) this.connect(streamId);
    this.#renewing?.[Symbol.dispose]();
    this.#renewing = this.#around.clock.after(RENEW_AGAIN_MS, () => {
      if (this.isSounding && current === this.#heard.current) this.renew(streamId);
    });
  }

  adopt(element: MediaElement): void {
    this.#around.pool.adopt(element);
    this.#heard.add(element).adopt();
  }

  applyLevel(): void {
    this.#heard.applyLevel();
  }

  release(): void {
    this.#lostAtMs = this.#next = null;
    this.#fullWait.end();
    this.#heard.drop(this.#heard.successor);
    this.#heard.drop(this.#heard.current);
  }

  /** Opens a connection of the media element's own. */
  #open(streamId: StreamId): void {
    this.#heard.drop(this.#heard.successor);
    if (!this.#mayStartSecond || !this.isSounding) this.#heard.drop(this.#heard.current);
    const connection = this.#heard.add(this.#around.pool.acquireOrReclaim());
    const fromMs = this.#lostAtMs && this.#lostAtMs + WITHIN_FRAME_MS;
    connection.open(addressFrom(this.#around.streamUrl(streamId), fromMs));
  }

  /**
   * Has the frames of a stream fetched from an instant on, to be heard once what sounds is over.
   * @returns false where no script can feed an element
   */
  #feed(streamId: StreamId, startMs: number): boolean {
    if (!this.#mayFeed || (this.#heard.current && !this.#mayStartSecond)) return false;
    const connection = this.#heard.add(this.#around.pool.acquireOrReclaim());
    const fed: FedSound = new FedSound({
      around: this.#around,
      feeding: this.#feeding,
      connection,
      startMs,
      address: (fromMs) => addressFrom(this.#around.streamUrl(streamId), fromMs),
      isHeard: () => connection === this.#heard.current && connection.isSounding,
      tell: (news) => this.#heard.fed === fed && this.#hearFeed(news, fed),
      tellBehind: (seconds) => this.#report({ type: 'behind', seconds }),
    });
    this.#heard.fed = fed;
    if (connection === this.#heard.current) connection.begin();
    this.#fetchOn(fed);
    return true;
  }

  #fetchOn(fed: FedSound): void {
    const { connection } = fed;
    if (connection === this.#heard.current && !connection.isSounding) connection.watchOn();
    // Unless it turned out to be paused.
    if (fed === this.#heard.fed) fed.fetchOn();
  }

  #hearFeed(news: FeedNews, fed: FedSound): void {
    const { connection, startMs } = fed;
    const { current, successor } = this.#heard;
    if (news.type !== 'begun') {
      this.#around.log(news.why);
      if (news.type === 'broken') this.#giveUpFeeding(connection);
      // A successor is not missed while the current connection sounds on.
      else if (connection === current || this.#heard.isRunningDry) this.#lose(false, news.full);
      else this.#heard.drop(connection);
      return;
    }
    if (news.firstMs - news.fromMs > LEAP_MS) this.#report({ type: 'leapt' });
    fed.takePlace(news);
    if (connection === successor && !current?.isEnding)
      fed.beginIn(startMs - (this.place?.heardMs ?? startMs));
    else if (connection.isSounding) {
      connection.watchOn();
      this.#report({ type: 'sounding' });
    }
  }

  #hear(news: ConnectionNews, from: StreamConnection): void {
    const { current, successor, fed } = this.#heard;
    if (from === successor) this.#hearSuccessor(news, from);
    else if (from !== current) return;
    else if (news === 'lost') this.#loseCurrent(from);
    else if (news === 'ending') {
      // One that was to take over in mid-stream begins elsewhere.
      if (fed) this.#heard.drop(successor);
      this.#lose(false);
    } else if (news === 'refused' && fed) this.#giveUpFeeding(from);
    else if (news === 'stalling') {
      // A connection that was reset says nothing else.
      if (this.#mayFeed && !fed && from.place?.heardMs != null) this.#loseCurrent(from);
    } else {
      if (news === 'sounding') this.#locate(from);
      this.#report({ type: news === 'paused' ? 'pause' : news });
    }
  }

  #locate(connection: StreamConnection): void {
    this.#heard.locate(connection, this.#lostAtMs);
    this.#lostAtMs = null;
  }

  /**
   * Frames that a script fetches can be played faster, and are left out where the radio no longer has them.
   * @returns false where no script can feed an element
   */
  #catchUp(): boolean {
    const { streamId } = this.#asked();
    const { current, successor, place } = this.#heard;
    const heardMs = place?.heardMs ?? null;
    if (streamId === null || heardMs === null || successor || current?.isEnding) return true;
    return this.#feed(streamId, heardMs + RENEWED_AHEAD_MS);
  }

  #loseCurrent(from: StreamConnection): void {
    this.#around.log(from.lossWords);
    const atOutput = hasFailedAtOutput(from.element);
    const isOwn = !this.#heard.isFed(from);
    if (!isOwn && !from.element.error) {
      // The element goes on by itself with the next frames.
      this.#lose(false);
      return;
    }
    const { aheadMs, keepsLast } = this.#feeding;
    const wasLetIn = from.place !== null || from.isEnding || this.#lostAtMs !== null;
    const lostAtMs = from.element.ended ? from.place?.heardMs : from.place?.stoodMs(isOwn && keepsLast);
    if (lostAtMs != null) this.#lostAtMs = lostAtMs + (isOwn ? aheadMs : 0);
    // One that was to take over in mid-stream begins elsewhere.
    if (this.#mayFeed && this.#lostAtMs !== null && !from.isEnding) this.#heard.drop(this.#heard.successor);
    this.#heard.advance();
    if (this.#next) this.connect(this.#next);
    else if (this.#heard.current && this.#heard.fed) this.#heard.fed.begin();
    // The connection that was ending has been replaced, or is about to be.
    else if (!from.isEnding) {
      const isAsked = !wasLetIn && !atOutput && this.#around.isOnline();
      this.#lose(atOutput, undefined, isAsked);
      if (isAsked) void this.#askWhy();
    }
  }

  #hearSuccessor(news: ConnectionNews, from: StreamConnection): void {
    if (news === 'sounding') {
      this.#heard.advance();
      this.#locate(from);
      this.#report({ type: news });
      return;
    }
    this.#around.log(from.lossWords);
    const atOutput = hasFailedAtOutput(from.element);
    this.#heard.drop(from);
    if (news === 'refused') this.#mayStartSecond = false;
    if (this.#heard.isRunningDry) this.#lose(atOutput);
  }

  /** What is missing from now on comes by a connection of the media element's own. */
  #giveUpFeeding(connection: StreamConnection): void {
    this.#mayFeed = false;
    const { current, fed } = this.#heard;
    if (connection === current) this.#lostAtMs = connection.place?.heardMs ?? fed?.startMs ?? null;
    this.#heard.drop(connection);
    if (this.#heard.isRunningDry) this.#lose(false);
  }

  async #askWhy(): Promise<void> {
    const { streamId } = this.#asked();
    if (streamId === null) return;
    const full = await this.#fullWait.ask(this.#around.streamUrl(streamId));
    if (full === null || this.isSounding) return;
    this.#heard.drop(this.#heard.current);
    this.#lose(false, full);
  }

  /**
   * @param full where the server lets nobody in for a while
   * @param isAsked whether it is about to be asked why
   */
  #lose(atOutput: boolean, full?: FullStream, isAsked = false): void {
    const refusal = this.#fullWait.note(full, isAsked);
    const online = this.isSounding || this.#around.isOnline();
    this.#report({ type: 'lost', online, atOutput, refusal, isAsked });
  }
}
