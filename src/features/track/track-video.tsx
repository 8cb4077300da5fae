import { useEffect, useId, useRef, useState } from 'react';
import type { PlayerEngine } from '#src/features/player/engine/player-engine.ts';
import { playerOf, playingTabOf } from '#src/features/player/engine/player-store.ts';
import { PAUSED_KEY, type PlayerState, wantsSound } from '#src/features/player/state/player-state.ts';
import type { PreviewPlayer } from '#src/features/preview/preview-player.ts';
import { previewPlayerOf } from '#src/features/preview/preview-store.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import section from '#src/ui/section/section.module.css';
import type { TrackInfo } from './track.wire.ts';
import styles from './track-video.module.css';

/** How long a pause may be one for a drag of the position bar, during which browsers hold the video [R26]. */
export const SCRUB_PATIENCE_MS = 300;

/** The track's video; hidden when it cannot be shown. */
export function TrackVideo({ track }: { track: TrackInfo }) {
  const browser = useBrowser();
  const player = playerOf(browser);
  const previewPlayer = previewPlayerOf(browser);
  const tab = playingTabOf(browser);
  const text = useText();
  const headingId = useId();
  const video = useRef<HTMLVideoElement>(null);
  const [sound] = useState(() => new VideoSound(player, previewPlayer));
  const [volume] = useState(() => new VideoVolume());
  const [ownWindow] = useState(() => new OwnWindow(browser.clock));
  const isCaptured = useRef(false);
  const [patience] = useState(() => {
    const isActive = () => video.current?.matches(':active') ?? false;
    return new ScrubPatience(browser.clock, () => isCaptured.current || isActive());
  });
  const [hasPlayed, setPlayed] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    // The video may have failed before the scripts loaded.
    if (video.current?.error) setFailed(true);
    return () => {
      patience.cancel();
      sound.end();
    };
  }, [sound, patience]);

  useEffect(
    () =>
      previewPlayer.subscribe(() => {
        if (previewPlayer.getState().address === null) return;
        // Also where the video has only just paused, and the radio still waits.
        sound.yieldToPreview();
        video.current?.pause();
      }),
    [sound, previewPlayer.subscribe, previewPlayer.getState],
  );

  useEffect(() => (video.current ? ownWindow.watch(video.current) : undefined), [ownWindow]);

  useEffect(
    () =>
      player.subscribe(() => {
        sound.followRadio();
        if (video.current) volume.follow(video.current, player.getState());
      }),
    [sound, volume, player],
  );

  useEffect(
    () =>
      tab.subscribe(() => {
        sound.fallSilent();
        video.current?.pause();
      }),
    [sound, tab],
  );

  // The radio that waits was not paused by its listener: the page that is loaded again plays it [R6].
  useEffect(() => {
    const keep = () => {
      if (sound.isAwaited) browser.tabStorage.write(PAUSED_KEY, '');
    };
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [sound, browser]);

  if (hasFailed) return null;
  const begin = () => {
    if (video.current) volume.follow(video.current, player.getState());
    setPlayed(true);
    patience.cancel();
    sound.begin();
    tab.silenceOthers();
  };
  const fail = () => {
    setFailed(true);
    patience.cancel();
    sound.end();
  };
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId} className={section.title}>
        {text('track.video')}
      </h2>
      {/* biome-ignore lint/a11y/useMediaCaption: stations have no captions for music videos */}
      <video
        ref={video}
        className={hasPlayed ? styles.video : `${styles.video} ${styles.fresh}`}
        src={track.video}
        poster={track.pochette}
        controls
        playsInline
        preload="metadata"
        aria-label={text('track.video-of', { track: track.titre })}
        onPlay={begin}
        onPause={({ currentTarget }) => {
          sound.rest(!currentTarget.ended && !isPressed(currentTarget) && !ownWindow.hasJustGone);
          patience.whenAtRest(currentTarget, () => sound.end());
        }}
        // Chromium keeps presses of its position bar to itself, but not that the bar has the pointer.
        onGotPointerCapture={() => {
          isCaptured.current = true;
        }}
        onLostPointerCapture={() => {
          isCaptured.current = false;
        }}
        onError={fail}
      />
      <p className={styles.hint}>
        <Icon name="info" size={16} />
        {text('track.video-hint')}
      </p>
    </section>
  );
}

/**
 * Whether somebody has just pressed something on the page. Believed of a browser that does not say, and of windows of its
 * own for the video, which keep presses to themselves.
 */
function isPressed(video: HTMLVideoElement): boolean {
  const isApart =
    Reflect.get(video, 'webkitDisplayingFullscreen') === true || document.pictureInPictureElement === video;
  return isApart || !('userActivation' in navigator) || navigator.userActivation.isActive;
}

/** How long after its own window has gone a pause of the video may have come from there. */
export const OWN_WINDOW_MS = 1_000;

/** A window of the video's own: whoever closes it, or presses "Done", pauses the video, which browsers tell in any order. */
export class OwnWindow {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #goneMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  get hasJustGone(): boolean {
    return this.#clock.monotonicMs() - this.#goneMs < OWN_WINDOW_MS;
  }

  /** @returns what ends it */
  watch(video: EventTarget): () => void {
    const note = () => {
      this.#goneMs = this.#clock.monotonicMs();
    };
    const types = ['leavepictureinpicture', 'webkitendfullscreen'];
    for (const type of types) video.addEventListener(type, note);
    return () => {
      for (const type of types) video.removeEventListener(type, note);
    };
  }
}

/**
 * As loud as the radio, and silent with it, until the video's own control says otherwise. An iPhone keeps its own
 * volume, but knows silence [R237].
 */
export class VideoVolume {
  /** As it was left here; a video begins as loud as can be. */
  #left: Loudness = { volume: 1, muted: false };

  /** Call it when the video begins, and at each change of the radio. */
  follow(video: Loudness, { volume, muted }: Pick<PlayerState, 'volume' | 'muted'>): void {
    if (video.volume !== this.#left.volume || video.muted !== this.#left.muted) return;
    video.volume = volume;
    video.muted = muted;
    this.#left = { volume: video.volume, muted: video.muted };
  }
}

type Loudness = Pick<HTMLVideoElement, 'volume' | 'muted'>;

/** Tells a pause that lasts from those for as long as somebody drags the position bar. */
export class ScrubPatience {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #isHeld: () => boolean;
  #wait: Disposable | null = null;

  /** @param isHeld whether a pointer is down on the video */
  constructor(clock: Pick<Clock, 'after'>, isHeld: () => boolean) {
    this.#clock = clock;
    this.#isHeld = isHeld;
  }

  /** The video has paused: calls back once that turns out to last; at once where it has ended. */
  whenAtRest(video: Pick<HTMLVideoElement, 'ended' | 'paused' | 'seeking'>, callback: () => void): void {
    this.cancel();
    if (video.ended) callback();
    else this.#lookLater(video, callback);
  }

  /** The video plays again, or has gone. */
  cancel(): void {
    this.#wait?.[Symbol.dispose]();
    this.#wait = null;
  }

  #lookLater(video: Pick<HTMLVideoElement, 'paused' | 'seeking'>, callback: () => void): void {
    this.#wait = this.#clock.after(SCRUB_PATIENCE_MS, () => {
      // It may play before its event has come.
      if (!video.paused) return;
      if (video.seeking || this.#isHeld()) this.#lookLater(video, callback);
      else callback();
    });
  }
}

/** Silences the radio while the video plays, and lets it go on afterwards [R26]. */
export class VideoSound {
  readonly #main: Pick<PlayerEngine, 'getState' | 'pause' | 'play' | 'select'>;
  readonly #previews: Pick<PreviewPlayer, 'stop'>;
  #resumes = false;
  /** Whether the device has paused the video (a call, headphones that were pulled out): nothing is to sound by itself. */
  #isHushed = false;

  constructor(
    main: Pick<PlayerEngine, 'getState' | 'pause' | 'play' | 'select'>,
    previews: Pick<PreviewPlayer, 'stop'>,
  ) {
    this.#main = main;
    this.#previews = previews;
  }

  /** Whether the radio goes on by itself once the video ends. */
  get isAwaited(): boolean {
    return this.#resumes && !this.#isHushed;
  }

  /** The video begins to play: a preview ends, and a radio that waited for it now waits for the video. */
  begin(): void {
    const { preview, phase } = this.#main.getState();
    // Around a paused episode the radio was silent [R247].
    const wasSilent = preview?.start ?? preview?.rested;
    this.#isHushed = false;
    this.#resumes ||= preview ? preview.resume && !wasSilent : wantsSound(phase);
    this.#main.pause();
    this.#previews.stop();
  }

  /**
   * The video has paused, perhaps for a moment: a radio that plays already is somebody's own again.
   * @param isByDevice whether nobody has asked for that; the radio then waits until the video goes on and ends
   */
  rest(isByDevice = false): void {
    this.#isHushed = isByDevice;
    this.followRadio();
  }

  /** Call it at each change of the radio: one that was wanted beside a paused video is somebody's own again. */
  followRadio(): void {
    if (wantsSound(this.#main.getState().phase)) this.#resumes = false;
  }

  /** The video has paused for good, ended, failed or left the page. */
  end(): void {
    if (this.#isHushed) return;
    const resumes = this.#resumes;
    this.#resumes = false;
    if (resumes) this.#main.play();
  }

  /** Another tab has begun to sound, or all is to be silent: nothing comes back by itself [R15, R215, R216]. */
  fallSilent(): void {
    this.#resumes = false;
  }

  /** A preview has taken the sound: the preview now resumes the radio when it ends, unless that waits for the video. */
  yieldToPreview(): void {
    if (this.#isHushed) return;
    const { streamId } = this.#main.getState();
    // While a preview plays, a selection is what will play after it.
    if (this.#resumes && streamId !== null) this.#main.select(streamId, { autoplay: true });
    this.#resumes = false;
  }
}
