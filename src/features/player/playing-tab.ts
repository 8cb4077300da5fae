import type { Browser, TabChannel } from '#src/page/browser/browser.ts';

const CHANNEL = 'onde-player';

/** Of the tabs of one browser only the one that was last asked to play sounds. */
export class PlayingTab {
  readonly #channel: TabChannel | null;

  /** @param onTakenOver another tab has begun to play */
  constructor({ openChannel }: Pick<Browser, 'openChannel'>, onTakenOver: () => void) {
    this.#channel = openChannel(CHANNEL);
    this.#channel?.addEventListener('message', (message) => {
      if (message.data === 'playing') onTakenOver();
    });
  }

  /** Silences the other tabs. */
  take(): void {
    this.#channel?.postMessage('playing');
  }
}
