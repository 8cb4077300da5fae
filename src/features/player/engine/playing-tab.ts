import type { Browser, TabChannel } from '#src/page/browser/browser.ts';
import { Observable } from '#src/platform/observable/observable.ts';

const CHANNEL = 'onde-player';

/**
 * Lets one tab of a browser sound: the one that was asked to play last. Tells whatever sounds here, a video too, when it
 * is to end and nothing is to come in its place.
 */
export class PlayingTab extends Observable {
  readonly #channel: TabChannel | null;

  constructor({ openChannel }: Pick<Browser, 'openChannel'>) {
    super();
    this.#channel = openChannel(CHANNEL);
    this.#channel?.addEventListener('message', ({ data }) => {
      if (data === 'playing') this.tell();
    });
  }

  fallSilent(): void {
    this.tell();
  }

  silenceOthers(): void {
    this.#channel?.postMessage('playing');
  }
}
