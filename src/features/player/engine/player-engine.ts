import type { StreamId } from '#src/contract/streams.ts';
import { FirstSound } from '#src/features/player/sound/first-sound.ts';
import type { MediaElement } from '#src/features/player/sound/media-element.ts';
import type { PlayerSurroundings, Sound, SoundEvent, Variant } from '#src/features/player/sound/sound.ts';
import { type PlayerEffect, type PlayerEvent, transition } from '#src/features/player/state/player-rules.ts';
import {
  INITIAL_PLAYER_STATE,
  type PlayerState,
  type PreviewFacts,
  pressMeansPause,
} from '#src/features/player/state/player-state.ts';
import { reconnectDelayMs } from '#src/features/player/state/reconnect-policy.ts';
import { Observable } from '#src/platform/observable/observable.ts';

/** Drawing costs more than fetching from near by: what sounds by then never flickers. A press must show in 100 ms. */
const CONNECTING_SHOWN_AFTER_MS = 90;

/** Carries out what `transition` decides: the main player's sound. Knows no framework and no document. */
export class PlayerEngine extends Observable {
  readonly #around: PlayerSurroundings;
  #state = INITIAL_PLAYER_STATE;
  /** The state that subscribers were told last. */
  #told = INITIAL_PLAYER_STATE;
  readonly #first: FirstSound;
  #live: Sound;
  #isLateAsked = false;
  #pending: Disposable | null = null;
  /** How many of the attempts since the loss were made while sound was left. */
  #heardAttempts = 0;
  /** The volume before it was 0. */
  #loudness = INITIAL_PLAYER_STATE.volume;
  #stopPreview: (() => void) | null = null;
  /** Sound begins without a press: the browser may refuse it, so other tabs go on until it is heard here. */
  #isUnasked = false;
  /** Whether anything of the radio was heard since the page came: before that, it shows on no lock screen. */
  #hasSounded = false;
  /** Whether the stream was to be renewed before it sounded: then it is renewed as soon as it does. */
  #isOutdated = false;
  /** Whether the lock screen is kept for what the listener has paused; a preview has it meanwhile. */
  #isHeld = false;

  constructor(around: PlayerSurroundings) {
    super();
    this.#around = around;
    this.#live = this.#first = new FirstSound(around, this.getState, this.#hear);
  }

  readonly getState = (): PlayerState => this.#state;

  /** Seconds of sound that the present connection has played, from 0 for each; null without one. */
  get soundSeconds(): number | null {
    return this.#live.seconds;
  }

  /** The instant of the timeline that sounds, in Unix ms; null while nothing does or it is not known (yet). */
  get heardMs(): number | null {
    return this.#live.place?.heardMs ?? null;
  }

  /** The variant that sounds at this moment; null when nothing sounds or it is not known (yet). */
  get heardVariant(): Variant | null {
    return this.#live.place?.variant ?? null;
  }

  /** Has the server asked once more where the sound stands; resolves once that is known, or not. */
  async askPlaceAgain(): Promise<void> {
    await this.#live.place?.askAgain();
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
    this.#isHeld = false;
    this.#dispatch({ type: 'pause' });
  }

  /** Silences this tab because another one sounds: nothing comes back by itself. */
  fallSilent(): void {
    this.pause();
    const { preview } = this.#state;
    if (preview && !preview.start) (preview.pause ?? this.endPreview)();
  }

  /** Handles a press on a play button; without `streamId` on the bar's, which is an episode's or a preview's, too. */
  toggle(streamId?: StreamId): void {
    const { preview } = this.#state;
    if (streamId === undefined && preview) (preview.start ?? preview.pause ?? this.endPreview)();
    else if (!pressMeansPause(this.#state, streamId)) this.play(streamId);
    else {
      // A start that nobody has asked for, and that the button does not show yet: the press asks for it.
      const isUnseen = this.#isUnasked && !pressMeansPause(this.#told, streamId);
      this.pause();
      if (isUnseen) this.play(streamId);
      else this.holdLockScreen();
    }
  }

  /** Call it after a pause that the listener has asked for: a headset's next press has to find the radio [R248]. */
  holdLockScreen(): void {
    const { phase, preview } = this.#state;
    if (preview) return;
    this.#isHeld = this.#hasSounded && phase === 'paused';
    if (this.#isHeld) this.#live.holdLockScreen?.();
  }

  /** Goes on with the element that a press started before the page was ready. */
  adopt(element: MediaElement, streamId: StreamId): void {
    this.#dispatch({ type: 'adopted', streamId });
    this.#live.adopt(element);
    this.prepare();
  }

  /**
   * @param volume 0 to 1; a step below 0 comes as it is asked for
   * @param muted what is moved is wanted to be heard
   */
  setVolume(volume: number, muted = false): void {
    this.#dispatch({ type: 'volume', volume, muted });
    this.#loudness = this.#state.volume || this.#loudness;
  }

  /** Whoever hears nothing wants to hear something, also where the volume is at 0 [R237]. */
  toggleMute(): void {
    this.setVolume(this.#state.volume || this.#loudness, !this.#state.muted);
  }

  /**
   * A preview is about to sound: the main player gives way. `stop` is called when the preview must stop
   * because something else plays. Returns what to call once the preview has ended, failed or been stopped by
   * a click: the main player then goes on if it had been playing.
   */
  beginPreview(preview: PreviewFacts, stop: () => void): () => void {
    this.#takeStopPreview()?.();
    this.#around.silenceOtherTabs();
    this.#stopPreview = stop;
    this.#dispatch({ type: 'preview-began', preview });
    return () => {
      if (this.#stopPreview !== stop) return;
      this.#stopPreview = null;
      this.#giveBack();
    };
  }

  /**
   * Shows the episode that was left off in the bar, silent, in place of one that sounds. Other tabs keep their
   * sound until `start` is called, within a press.
   */
  offerEpisode(title: string, start: () => void): void {
    this.#takeStopPreview()?.();
    this.#dispatch({ type: 'preview-began', preview: { title, kind: 'episode', start } });
  }

  /** Ends what plays in the radio's place, or takes back the offer: the radio goes on if it was playing. */
  readonly endPreview = (): void => {
    this.#takeStopPreview()?.();
    this.#giveBack();
  };

  #giveBack(): void {
    this.#dispatch({ type: 'preview-ended' });
    if (this.#isHeld) this.holdLockScreen();
  }

  /**
   * Opens the stream that plays anew; one that is still silent, after its first sound. The connection that
   * sounds goes on until the new one does, and for good where the browser refuses a second one.
   */
  renew(): void {
    const { phase, streamId } = this.#state;
    this.#isOutdated = phase !== 'playing' || this.#live === this.#first;
    if (phase === 'playing' && streamId) this.#live.renew(streamId);
  }

  /** Leaves out what was missed, and plays what is on air now. */
  goLive(): void {
    const { streamId } = this.#state;
    if (streamId) this.#live.goLive(streamId);
  }

  networkChanged(): void {
    if (this.#around.isOnline()) this.#dispatch({ type: 'online' });
    // What is left is heard, and can be paused.
    else if (!this.#live.isSounding) this.#dispatch({ type: 'offline' });
  }

  /** Somebody's finger is down, perhaps on a button that says "Listen": the page does not begin by itself under it. */
  pressBegan(): void {
    const { streamId } = this.#state;
    if (this.#pending && streamId && !pressMeansPause(this.#state, streamId))
      this.select(streamId, { autoplay: true });
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
    if (state.volume !== before.volume || state.muted !== before.muted) this.#live.applyLevel();
    if (state === before) return;
    const startsSound = effects.some((effect) => effect.type === 'connect' && effect.afterMs === 0);
    if (startsSound) this.#around.clock.after(CONNECTING_SHOWN_AFTER_MS, () => this.#tellState());
    else this.#tellState();
  }

  #tellState(): void {
    this.#told = this.#state;
    this.tell();
  }

  #run(effect: PlayerEffect): void {
    switch (effect.type) {
      case 'stop-others':
        this.#takeStopPreview()?.();
        this.#around.stopOthers();
        if (!this.#isUnasked) this.#around.silenceOtherTabs();
        break;
      case 'release':
        this.#after(0, () => this.#live.release());
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
      case 'retry': {
        const { attempt, streamId } = effect;
        const { isSounding } = this.#live;
        this.#heardAttempts = isSounding ? attempt : Math.min(this.#heardAttempts, attempt - 1);
        const delayMs = reconnectDelayMs(attempt, isSounding, this.#around.random(), this.#heardAttempts);
        this.#after(delayMs, () => this.#connect(streamId));
        break;
      }
      case 'retry-now':
        this.#after(0, () => this.#connect(effect.streamId));
        break;
    }
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
    this.#isOutdated = this.#isHeld = false;
    this.#live.connect(streamId);
    this.prepare();
  }

  /** Has what watches over the sound fetched, before anything sounds. */
  prepare(): void {
    if (this.#isLateAsked) return;
    this.#isLateAsked = true;
    this.#around.whenLate((Late) => {
      this.#live = new Late(this.#around, this.getState, this.#hear);
      this.#first.handOver(this.#live);
    }, this.#first.mayBeSegments);
  }

  readonly #hear = (event: SoundEvent): void => {
    const isHeard = event.type === 'sounding';
    if (isHeard) {
      this.#hasSounded = true;
      if (this.#isUnasked) this.#around.silenceOtherTabs();
      this.#isUnasked = false;
    }
    this.#dispatch(event.type === 'refused' ? { ...event, isUnasked: this.#isUnasked } : event);
    if (isHeard && this.#isOutdated) this.renew();
  };
}
