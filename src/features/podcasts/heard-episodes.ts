import * as z from 'zod/mini';
import type { PreviewState } from '#src/features/preview/preview-player.ts';
import { previewPlayerOf } from '#src/features/preview/preview-store.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { Observable } from '#src/platform/observable/observable.ts';

/** With less than this to go, an episode counts as heard: it begins again. */
const HEARD_SECONDS = 2;
/** Interval at which the position is stored: a browser that is killed loses no more. */
const KEEP_EVERY_SECONDS = 5;
const KEPT_EPISODES = 50;
const KEY = 'onde-episodes';

/** Key and seconds, the one heard last at the end. */
const keptSchema = z.array(z.tuple([z.string(), z.number().check(z.minimum(1))]));

/** Returns what stays of an episode's address when its file is called otherwise: its show, and `?v=` [W31]. */
function keyOf(address: string): string {
  return address.replace(/[^/]*(?=\?v=)/, '');
}

/**
 * Where episodes were left off in this browser, by address: played again, they go on from there. Tells when one that is
 * not playing was moved, and when another tab has stored something.
 */
export class HeardEpisodes extends Observable {
  readonly #storage: BrowserStorage;
  readonly #seconds = new Map<string, number>();
  #keptSeconds = 0;
  /** Key of the one that plays here. */
  #current: string | null = null;
  /** Whether the browser keeps what is stored; null until that is known. */
  #isKept: boolean | null = null;

  /** Where storage is blocked, positions last as long as the page. */
  constructor(storage: BrowserStorage) {
    super();
    this.#storage = storage;
    for (const [key, seconds] of this.#read()) this.#seconds.set(key, seconds);
  }

  /** Call it at each change of the preview player's state. */
  follow({ address, isSounding, elapsedSeconds, secondsLeft }: PreviewState): void {
    const key = address === null ? null : keyOf(address);
    if (this.#current !== null && this.#current !== key) {
      this.keep();
      // From here on another tab may hear more of it.
      this.#current = null;
    }
    if (key === null || !isSounding || !this.#seconds.has(key)) return;
    const seconds = secondsLeft > HEARD_SECONDS ? elapsedSeconds : 0;
    if (this.#current !== key) this.#keptSeconds = seconds;
    this.#current = key;
    this.#seconds.set(key, seconds);
    if (seconds === 0 || Math.abs(seconds - this.#keptSeconds) >= KEEP_EVERY_SECONDS) this.keep();
  }

  /** Where an episode that is about to play begins; from now on its position is kept. */
  beginOf(address: string): number {
    const seconds = this.placeOf(address);
    this.#seconds.set(keyOf(address), seconds);
    return seconds;
  }

  /**
   * Where an episode would begin now. What another tab has heard since counts, if the browser keeps it: one that has
   * been heard to its end is stored no longer.
   */
  placeOf(address: string): number {
    const key = keyOf(address);
    const here = this.#seconds.get(key) ?? 0;
    if (this.#current === key || this.#isKept === false) return here;
    return new Map(this.#read()).get(key) ?? (this.#isKept ? 0 : here);
  }

  /** Sets where an episode that is not playing will begin. */
  moveTo(address: string, seconds: number): void {
    this.#current = keyOf(address);
    this.#seconds.set(this.#current, seconds);
    this.keep();
    this.#current = null;
    this.tell();
  }

  /** Whether an episode would go on, not begin. */
  wasBegun(address: string): boolean {
    return this.placeOf(address) >= 1;
  }

  /**
   * Another tab has stored something.
   * @param key null when it has cleared everything
   */
  storageChanged(key: string | null): void {
    if (key === null || key === KEY) this.tell();
  }

  /** Stores the current episode's position. Those that other tabs stored are read first and stay. */
  keep(): void {
    const key = this.#current;
    if (key === null) return;
    const seconds = this.#seconds.get(key) ?? 0;
    this.#keptSeconds = seconds;
    const others = this.#read().filter(([other]) => other !== key);
    const kept = seconds >= 1 ? [...others, [key, seconds]] : others;
    this.#isKept = this.#storage.write(KEY, JSON.stringify(kept.slice(-KEPT_EPISODES)));
  }

  #read(): [string, number][] {
    const stored = keptSchema.safeParse(this.#storage.readJson(KEY)).data ?? [];
    if (stored.length > 0) this.#isKept ??= true;
    // An earlier version has kept whole addresses.
    return stored.map(([address, seconds]) => [keyOf(address), seconds]);
  }
}

/** This browser's positions in episodes, kept from the first time they are asked for. Not for the server. */
export const heardEpisodesOf = onePerPage((browser) => {
  const heard = new HeardEpisodes(browser.storage);
  const previews = previewPlayerOf(browser);
  previews.subscribe(() => heard.follow(previews.getState()));
  addEventListener('pagehide', () => heard.keep());
  addEventListener('storage', ({ key }) => heard.storageChanged(key));
  return heard;
});
