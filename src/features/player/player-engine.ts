import { AUDIO_POOL_CLEAN_EVERY_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { AudioPool } from './audio-pool.ts';
import type { MediaElement } from './media-element.ts';
import {
  INITIAL_PLAYER_STATE,
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  type PreviewKind,
  pressMeansPause,
  transition,
} from './player-state.ts';
import { reconnectDelayMs } from './reconnect-policy.ts';
import { type ConnectionNews, StreamConnection } from './stream-connection.ts';

/** The surroundings of the engine. */
export interface PlayerSurroundings {
  clock: Clock;
  pool: AudioPool;
  /** Address of a stream for one connection, never the same twice. */
  streamUrl(streamId: StreamId): string;
  isOnline(): boolean;
  /** Silences other media of the page. */
  stopOthers(): void;
  /** Silences other tabs. */
  takeTurn(): void;
  /** 0 to 1 */
  random(): number;
  /** Why a connection was lost. */
  log(message: string): void;
}

/**
 * Drawing the page anew costs the main thread more than fetching a stream from near by. Sound comes first; when it is
 * there by then, the page never flickers. Below the 100 ms in which a press must show.
 */
const CONNECTING_SHOWN_AFTER_MS = 70;

/** `MediaError.MEDIA_ERR_DECODE`: the bytes are there, but the device does not turn them into sound. */
const MEDIA_ERR_DECODE = 3;

/** Carries out what `transition` decides: the main player's sound. Knows no framework and no document. */
export class PlayerEngine {
  readonly #around: PlayerSurroundings;
  readonly #listeners = new Set<() => void>();
  #state = INITIAL_PLAYER_STATE;
  /** The connection that is heard, or will be first. */
  #current: StreamConnection | null = null;
  /** Started before `#current` runs dry, takes its place once it sounds. */
  #successor: StreamConnection | null = null;
  #pending: Disposable | null = null;
  #cleaning: Disposable | null = null;
  #stopPreview: (() => void) | null = null;
  /** The sound begins without a press, so the browser may refuse: the other tabs go on until there is sound here. */
  #isUnasked = false;
  /** iOS lets only an element that a gesture has started sound again. */
  #mayStartSecond = true;
  /** Was to be opened anew before it sounded. */
  #isOutdated = false;

  constructor(around: PlayerSurroundings) {
    this.#around = around;
  }

  readonly getState = (): PlayerState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** How far the sound of the present connection has come; null without one. A new connection begins anew. */
  get soundSeconds(): number | null {
    return this.#current?.element.currentTime ?? null;
  }

  /** Chooses a stream; with `autoplay` it sounds 400 ms later, if the browser allows. */
  select(streamId: StreamId, options: { autoplay: boolean }): void {
    this.#dispatch({ type: 'selected', streamId, autoplay: options.autoplay });
  }

  /** Call it inside the gesture: the browser then lets it sound. */
  play(streamId?: StreamId): void {
    this.#isUnasked = false;
    this.#dispatch({ type: 'play', streamId });
  }

  /** Live sound is not kept: nothing is fetched until the next `play`. */
  pause(): void {
    this.#dispatch({ type: 'pause' });
  }

  /** Another tab takes the sound: this one becomes silent, and nothing comes back by itself. */
  yieldTurn(): void {
    this.pause();
    if (this.#state.preview && !this.#state.preview.start) this.endPreview();
  }

  /**
   * Handles a press on a play button; without `streamId` on the bar's, which also stops a preview, or plays the one
   * offered.
   */
  toggle(streamId?: StreamId): void {
    const { preview } = this.#state;
    if (streamId === undefined && preview) (preview.start ?? this.endPreview)();
    else if (pressMeansPause(this.#state, streamId)) this.pause();
    else this.play(streamId);
  }

  /** Goes on with the element that a press started before the page was ready. */
  adopt(element: MediaElement, streamId: StreamId): void {
    this.#dispatch({ type: 'adopted', streamId });
    this.#around.pool.adopt(element);
    this.#applyVolume(element);
    this.#current = this.#connection(element);
    this.#current.adopt();
  }

  /** @param volume 0 to 1 */
  setVolume(volume: number): void {
    this.#dispatch({ type: 'volume', volume });
  }

  setMuted(muted: boolean): void {
    this.#dispatch({ type: 'mute', muted });
  }

  toggleMute(): void {
    this.setMuted(!this.#state.muted);
  }

  /**
   * A preview is about to sound: the main player gives way. `stop` is called when the preview must stop because
   * something else plays. Returns what to call once the preview has ended, failed or been stopped by a click: the main
   * player then goes on if it had been playing.
   * @param title full title, `artist - title`
   */
  beginPreview(title: string, kind: PreviewKind, stop: () => void): () => void {
    this.#takeStopPreview()?.();
    this.#around.takeTurn();
    this.#stopPreview = stop;
    this.#dispatch({ type: 'preview-began', title, kind });
    return () => {
      if (this.#stopPreview !== stop) return;
      this.#stopPreview = null;
      this.#dispatch({ type: 'preview-ended' });
    };
  }

  /**
   * Shows the episode that was left off in the bar, silent. Other tabs keep their sound until `start` is called, within
   * a press.
   */
  offerEpisode(title: string, start: () => void): void {
    this.#dispatch({ type: 'preview-began', title, kind: 'episode', start });
  }

  /** Stops what plays in the radio's place, or takes the offer back: the main player goes on if it had been playing. */
  readonly endPreview = (): void => {
    this.#takeStopPreview()?.();
    this.#dispatch({ type: 'preview-ended' });
  };

  /**
   * Opens the stream that plays anew, one that is still silent after its first sound. The connection that sounds goes on
   * until the new one does, and for good where a second one is refused.
   */
  renew(): void {
    const { phase, streamId } = this.#state;
    this.#isOutdated = phase !== 'playing';
    if (phase === 'playing' && streamId && this.#mayStartSecond) this.#connect(streamId);
  }

  networkChanged(): void {
    this.#dispatch({ type: this.#around.isOnline() ? 'online' : 'offline' });
  }

  /** The page can be seen again: no need to wait for a back-off that ran in the background. */
  pageShown(): void {
    if (this.#state.phase === 'reconnecting' && this.#around.isOnline()) this.#dispatch({ type: 'online' });
  }

  #dispatch(event: PlayerEvent): void {
    const before = this.#state;
    const [state, effects] = transition(before, event);
    this.#state = state;
    for (const effect of effects) this.#run(effect);
    if (state.volume !== before.volume || state.muted !== before.muted) {
      for (const connection of [this.#current, this.#successor]) {
        if (connection) this.#applyVolume(connection.element);
      }
    }
    if (state === before) return;
    const startsSound = effects.some((effect) => effect.type === 'connect' && effect.afterMs === 0);
    if (startsSound) this.#around.clock.after(CONNECTING_SHOWN_AFTER_MS, () => this.#tell());
    else this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #run(effect: PlayerEffect): void {
    switch (effect.type) {
      case 'stop-others':
        this.#takeStopPreview()?.();
        this.#around.stopOthers();
        if (!this.#isUnasked) this.#around.takeTurn();
        break;
      case 'release':
        this.#releaseAll();
        break;
      case 'connect':
        this.#after(effect.afterMs, () => this.#connect(effect.streamId));
        break;
      case 'autoplay':
        this.#after(effect.afterMs, () => {
          this.#isUnasked = true;
          this.#dispatch({ type: 'play', streamId: effect.streamId });
        });
        break;
      case 'retry':
        this.#after(this.#backOffMs(effect.attempt), () => this.#connect(effect.streamId));
        break;
      case 'retry-now':
        this.#drop(this.#successor);
        this.#after(0, () => this.#connect(effect.streamId));
        break;
    }
  }

  #backOffMs(attempt: number): number {
    return reconnectDelayMs(attempt, this.#current?.isSounding ?? false, this.#around.random());
  }

  #takeStopPreview(): (() => void) | null {
    const stop = this.#stopPreview;
    this.#stopPreview = null;
    return stop;
  }

  /** One action can be pending at a time: a later one replaces it. */
  #after(delayMs: number, work: () => void): void {
    this.#pending?.[Symbol.dispose]();
    this.#pending = null;
    if (delayMs === 0) work();
    else this.#pending = this.#around.clock.after(delayMs, work);
  }

  #connect(streamId: StreamId): void {
    this.#cleaning ??= this.#around.clock.every(AUDIO_POOL_CLEAN_EVERY_MS, () => this.#around.pool.clean());
    this.#drop(this.#successor);
    if (!this.#mayStartSecond || !this.#current?.isSounding) this.#drop(this.#current);
    const element = this.#around.pool.acquireOrReclaim();
    this.#applyVolume(element);
    const connection = this.#connection(element);
    if (this.#current) this.#successor = connection;
    else this.#current = connection;
    this.#isOutdated = false;
    connection.open(this.#around.streamUrl(streamId));
  }

  #connection(element: MediaElement): StreamConnection {
    return new StreamConnection(element, this.#around.clock, (news, from) => this.#hear(news, from));
  }

  #hear(news: ConnectionNews, from: StreamConnection): void {
    if (from === this.#successor) this.#hearSuccessor(news, from);
    else if (from === this.#current) this.#hearCurrent(news, from);
  }

  #hearCurrent(news: ConnectionNews, from: StreamConnection): void {
    switch (news) {
      case 'sounding':
        if (this.#isUnasked) this.#around.takeTurn();
        this.#isUnasked = false;
        this.#dispatch({ type: 'sounding' });
        if (this.#isOutdated) this.renew();
        break;
      case 'steady':
        this.#dispatch({ type: 'steady' });
        break;
      case 'refused':
        this.#dispatch({ type: 'refused' });
        break;
      case 'paused':
        this.pause();
        break;
      case 'ending':
        this.#lose(false);
        break;
      case 'lost': {
        const atOutput = this.#logLoss(from);
        const successor = this.#successor;
        this.#drop(from);
        this.#current = successor;
        this.#successor = null;
        // The connection that was ending has been replaced, or is about to be.
        if (!from.isEnding) this.#lose(atOutput);
        break;
      }
    }
  }

  #hearSuccessor(news: ConnectionNews, from: StreamConnection): void {
    if (news === 'sounding') {
      this.#drop(this.#current);
      this.#current = from;
      this.#successor = null;
      this.#dispatch({ type: 'sounding' });
      return;
    }
    const atOutput = this.#logLoss(from);
    this.#drop(from);
    if (news === 'refused') this.#mayStartSecond = false;
    // One that was only opened anew is not missed.
    if (!this.#current?.isSounding || this.#current.isEnding) this.#lose(atOutput);
  }

  /** Tells whether it was the device that did not play. Ask before the element is let go. */
  #logLoss({ element }: StreamConnection): boolean {
    const { error, ended } = element;
    this.#around.log(error?.message ?? (ended ? 'the stream ended' : 'the sound stood still'));
    return error?.code === MEDIA_ERR_DECODE;
  }

  #lose(atOutput: boolean): void {
    this.#dispatch({ type: 'lost', online: this.#around.isOnline(), atOutput });
  }

  #applyVolume(element: MediaElement): void {
    element.volume = this.#state.volume;
    element.muted = this.#state.muted;
  }

  #releaseAll(): void {
    this.#pending?.[Symbol.dispose]();
    this.#pending = null;
    this.#drop(this.#successor);
    this.#drop(this.#current);
  }

  #drop(connection: StreamConnection | null): void {
    if (connection === null) return;
    connection.close();
    this.#around.pool.release(connection.element);
    if (connection === this.#current) this.#current = null;
    if (connection === this.#successor) this.#successor = null;
  }
}
