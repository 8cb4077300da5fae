const CHANNEL = 'onde-player';

/** Of the tabs of one browser only the one that was last asked to play sounds. */
export class PlayingTab {
  readonly #channel: BroadcastChannel | null;

  /** @param onTakenOver another tab has begun to play */
  constructor(onTakenOver: () => void) {
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
    this.#channel?.addEventListener('message', (message) => {
      if (message.data === 'playing') onTakenOver();
    });
  }

  /** Silences the other tabs. */
  take(): void {
    this.#channel?.postMessage('playing');
  }
}
