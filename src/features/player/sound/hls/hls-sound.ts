import type { StreamId } from '#src/contract/streams.ts';
import { HLS_PACE, Pace } from '#src/features/player/sound/feed/pace.ts';
import { type FullStream, type OpenSound, openSound } from '#src/features/player/sound/feed/sound-feed.ts';
import { FullWait } from '#src/features/player/sound/full-wait.ts';
import { hasFailedAtOutput } from '#src/features/player/sound/media-element.ts';
import type {
  Asked,
  ChangeableSound,
  SoundEvent,
  SoundPlace,
  SoundSurroundings,
} from '#src/features/player/sound/sound.ts';
import { StreamConnection } from '#src/features/player/sound/stream-connection.ts';
import { type ConnectionNews, LOOK_EVERY_MS } from '#src/features/player/sound/watchdog.ts';
import { type HlsNews, type HlsPlayer, type OpenHls, playlistAddress } from './hls-player.ts';

/** The sound of a stream in segments: one element, which what plays segments goes on feeding whatever happens. */
export class HlsSound implements ChangeableSound {
  readonly #around: SoundSurroundings;
  readonly #asked: Asked;
  readonly #report: (event: SoundEvent) => void;
  readonly #openPlayer: OpenHls;
  readonly #fullWait: FullWait;
  #streamId: StreamId | null = null;
  #connection: StreamConnection | null = null;
  #player: HlsPlayer | null = null;
  #pace: Pace | null = null;
  /** Seconds of the element's time that were not heard before its sound. */
  #unheardSeconds: number | null = null;
  #lostAtMs: number | null = null;
  /** Looks whether a sound that was lost moves again. */
  #looking: Disposable | null = null;

  constructor(
    around: SoundSurroundings,
    asked: Asked,
    report: (event: SoundEvent) => void,
    openPlayer: OpenHls,
    open: OpenSound = openSound,
  ) {
    this.#around = around;
    this.#asked = asked;
    this.#report = report;
    this.#openPlayer = openPlayer;
    this.#fullWait = new FullWait(around, open);
  }

  get seconds(): number | null {
    if (this.#connection === null) return null;
    return (
      this.#connection.element.currentTime - (this.#unheardSeconds ?? this.#connection.element.currentTime)
    );
  }

  get isSounding(): boolean {
    return this.#connection?.isSounding ?? false;
  }

  get place(): SoundPlace | null {
    const player = this.#player;
    if (player === null || !this.isSounding) return null;
    return { heardMs: player.heardMs, variant: player.variant, askAgain: () => player.askDates() };
  }

  get lostAtMs(): number | null {
    return this.#lostAtMs;
  }

  connect(streamId: StreamId): void {
    if (this.#fullWait.putsOff(() => this.connect(streamId), this.isSounding)) return;
    const connection = this.#connection;
    if (connection === null || streamId !== this.#streamId) this.goOn(streamId, this.#lostAtMs);
    // What plays the segments goes on by itself.
    else if (!connection.isSounding) connection.watchOn();
  }

  goOn(streamId: StreamId, fromMs: number | null): void {
    const { clock, pool } = this.#around;
    this.#drop();
    this.#lostAtMs = fromMs;
    const element = pool.acquireOrReclaim();
    Object.assign(element, this.#asked());
    const connection = new StreamConnection(element, clock, (news, from) => this.#hear(news, from));
    const player = this.#openPlayer({
      clock,
      element,
      playlist: () => this.#playlistOf(streamId),
      startMs: fromMs,
      tell: (news) => connection === this.#connection && this.#hearPlayer(news, connection),
    });
    this.#pace = new Pace({
      clock,
      feed: player,
      sounding: () => (connection.isSounding ? element : null),
      tellBehind: (seconds) => this.#report({ type: 'behind', seconds }),
      ...HLS_PACE,
    });
    this.#streamId = streamId;
    this.#player = player;
    this.#connection = connection;
    connection.begin();
  }

  renew(): void {
    this.#player?.renew();
  }

  goLive(streamId: StreamId): void {
    if (this.isSounding) this.#player?.goLive();
    else this.goOn(streamId, null);
  }

  /** Early presses have the other transport. */
  adopt(): void {}

  applyLevel(): void {
    if (this.#connection) Object.assign(this.#connection.element, this.#asked());
  }

  release(): void {
    this.#lostAtMs = null;
    this.#fullWait.end();
    this.#drop();
  }

  #hear(news: ConnectionNews, from: StreamConnection): void {
    if (from !== this.#connection || news === 'stalling' || news === 'ending') return;
    if (news === 'lost') {
      const { error } = from.element;
      this.#around.log(error?.message ?? 'the sound stood still');
      this.#lose(from, hasFailedAtOutput(from.element), error !== null);
      return;
    }
    if (news === 'sounding') {
      this.#lostAtMs = null;
      this.#unheardSeconds ??= from.element.currentTime;
    }
    this.#report({ type: news === 'paused' ? 'pause' : news });
  }

  #hearPlayer(news: HlsNews, connection: StreamConnection): void {
    if (news.type === 'broken') {
      this.#around.log(news.why);
      this.#lose(connection, false, true);
      return;
    }
    if (this.#unheardSeconds !== null) this.#unheardSeconds += news.seconds;
    this.#report({ type: 'leapt' });
  }

  /** @param isOver whether nothing comes by this connection any more */
  #lose(connection: StreamConnection, isAtOutput: boolean, isOver: boolean): void {
    const wasLetIn = this.#unheardSeconds !== null;
    this.#lostAtMs = this.#player?.heardMs ?? this.#lostAtMs;
    if (isOver && connection === this.#connection) this.#drop();
    else if (wasLetIn && !isAtOutput) this.#lookOn(connection);
    const isAsked = !wasLetIn && !isAtOutput && this.#around.isOnline();
    this.#tellLoss(isAtOutput, undefined, isAsked);
    if (isAsked) void this.#askWhy();
  }

  /** After a long sleep what was buffered sounds on, and the next attempt may be ten seconds away. */
  #lookOn(connection: StreamConnection): void {
    const { currentTime } = connection.element;
    this.#looking?.[Symbol.dispose]();
    this.#looking = this.#around.clock.every(LOOK_EVERY_MS, () => {
      if (!connection.isSounding && connection.element.currentTime === currentTime) return;
      this.#looking?.[Symbol.dispose]();
      if (!connection.isSounding) connection.watchOn();
    });
  }

  async #askWhy(): Promise<void> {
    if (this.#streamId === null) return;
    const full = await this.#fullWait.ask(this.#playlistOf(this.#streamId));
    if (full === null || this.isSounding) return;
    this.#drop();
    this.#tellLoss(false, full);
  }

  #tellLoss(atOutput: boolean, full?: FullStream, isAsked = false): void {
    const refusal = this.#fullWait.note(full, isAsked);
    this.#report({ type: 'lost', online: this.#around.isOnline(), atOutput, refusal, isAsked });
  }

  #playlistOf(streamId: StreamId): string {
    return playlistAddress(this.#around.streamUrl(streamId)) ?? '';
  }

  #drop(): void {
    const connection = this.#connection;
    if (connection === null) return;
    this.#connection = null;
    this.#unheardSeconds = null;
    this.#looking?.[Symbol.dispose]();
    connection.close();
    this.#pace?.[Symbol.dispose]();
    this.#player?.[Symbol.dispose]();
    this.#pace = this.#player = null;
    this.#around.pool.release(connection.element);
  }
}
