import { AUDIO_POOL_CLEAN_ABOVE, AUDIO_POOL_SIZE } from '#src/contract/limits.ts';
import { type MediaElement, unload } from './media-element.ts';

/**
 * The page's audio elements [R18]. Browsers limit how many may play, and iOS only lets an element sound again
 * without a gesture when it has sounded before: so elements are kept and used again.
 */
export class AudioPool {
  readonly #create: () => MediaElement;
  readonly #inUse = new Map<MediaElement, boolean>();

  constructor(create: () => MediaElement) {
    this.#create = create;
  }

  get size(): number {
    return this.#inUse.size;
  }

  /**
   * A free element, the most recently released first.
   * @throws when all ten are in use
   */
  acquire(): MediaElement {
    const free = [...this.#inUse].findLast(([, used]) => !used)?.[0];
    if (free === undefined && this.size >= AUDIO_POOL_SIZE) {
      throw new Error('no audio element is free');
    }
    return this.adopt(free ?? this.#create());
  }

  /** Like `acquire`; when all ten are in use, those that play nothing are forgotten first. */
  acquireOrReclaim(): MediaElement {
    try {
      return this.acquire();
    } catch {
      // What else it might be is thrown again.
      this.reclaim();
      return this.acquire();
    }
  }

  /** Takes an element from outside into the pool, as one in use. */
  adopt(element: MediaElement): MediaElement {
    this.#inUse.delete(element);
    this.#inUse.set(element, true);
    return element;
  }

  /** Unloads an element and keeps it for later. */
  release(element: MediaElement): void {
    unload(element);
    if (!this.#inUse.has(element)) return;
    this.#inUse.delete(element);
    this.#inUse.set(element, false);
  }

  /** The regular cleaning: once there are more than eight, forgets the unused ones. */
  clean(): void {
    if (this.size > AUDIO_POOL_CLEAN_ABOVE) this.#forget((_, used) => !used);
  }

  /** The cleaning after exhaustion: also forgets elements that were never given back but play nothing. */
  reclaim(): void {
    this.#forget((element, used) => !used || element.paused);
  }

  #forget(isSpare: (element: MediaElement, used: boolean) => boolean): void {
    for (const [element, used] of this.#inUse) {
      if (!isSpare(element, used)) continue;
      unload(element);
      this.#inUse.delete(element);
    }
  }
}
