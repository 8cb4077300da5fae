import type { PlayerEngine } from '#src/features/player/engine/player-engine.ts';
import { wantsSound } from '#src/features/player/state/player-state.ts';
import type { PreviewPlayer } from '#src/features/preview/preview-player.ts';

/** The video among the page's sounds: the main player pauses while it plays and goes on when it pauses [R26]. */
export class VideoTurn {
  readonly #main: Pick<PlayerEngine, 'getState' | 'pause' | 'play' | 'select'>;
  readonly #previews: Pick<PreviewPlayer, 'stop'>;
  #resumes = false;

  constructor(
    main: Pick<PlayerEngine, 'getState' | 'pause' | 'play' | 'select'>,
    previews: Pick<PreviewPlayer, 'stop'>,
  ) {
    this.#main = main;
    this.#previews = previews;
  }

  /** The video begins to play: a preview ends, and what it would have given back waits for the video. */
  begin(): void {
    const { preview, phase } = this.#main.getState();
    this.#resumes ||= preview?.resume ?? wantsSound(phase);
    this.#main.pause();
    this.#previews.stop();
  }

  /** The video has paused, ended, failed or left the page. */
  end(): void {
    const resumes = this.#resumes;
    this.#resumes = false;
    if (resumes) this.#main.play();
  }

  /** A preview has taken the sound: the main player is now that one's to give back. */
  yieldToPreview(): void {
    const { streamId } = this.#main.getState();
    // While a preview plays, a selection is what will play after it.
    if (this.#resumes && streamId !== null) this.#main.select(streamId, { autoplay: true });
    this.#resumes = false;
  }
}
