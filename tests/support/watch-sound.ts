import type { Page } from 'playwright-core';

/** One media element of a page that has been told to play. */
export interface Sound {
  /** Place in the order of first plays: the same number is the same element. */
  readonly element: number;
  /** `dance`; empty when it has no source. */
  readonly stream: string;
  readonly seconds: number;
  readonly isPlaying: boolean;
  readonly volume: number;
  readonly isMuted: boolean;
  /** Empty when it has no source. */
  readonly address: string;
}

/**
 * Runs in the page: keeps its media elements in view, which belong to no document. A refusal to play is said on
 * the console, `play: NotAllowedError`. What plays frames that a script has fetched has the address of the fetch.
 */
export function keepPlayed(): void {
  const elements: HTMLMediaElement[] = [];
  let fetched = '';
  const soundAddress = ({ src }: HTMLMediaElement) => (/^blob:.*(?<!#silence)$/.test(src) ? fetched : src);
  Object.assign(window, { watchedElements: elements, soundAddress });
  const { fetch } = window;
  window.fetch = (asked, how) => {
    const address = new URL(asked instanceof Request ? asked.url : asked, location.href).href;
    if (/\/stream\/[^/]+\.mp3/.test(address)) fetched = address;
    return fetch(asked, how);
  };
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    if (!elements.includes(this)) elements.push(this);
    const attempt = play.call(this);
    attempt.catch((error: Error) => console.debug(`play: ${error.name}`));
    return attempt;
  };
}

/** Call before the page loads. */
export async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(keepPlayed);
}

/** What sounds or is about to, in the order of first plays. */
export function soundsOf(page: Page): Promise<Sound[]> {
  return page.evaluate(() => {
    const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
    const addressOf = Reflect.get(window, 'soundAddress');
    return elements.map((element, at) => ({
      element: at,
      stream: /\/stream\/([^.]+)\.mp3/.exec(addressOf(element))?.[1] ?? '',
      seconds: element.currentTime,
      isPlaying: !element.paused && !element.ended,
      volume: element.volume,
      isMuted: element.muted,
      address: addressOf(element),
    }));
  });
}

/** Waits until that stream, and no other, is really heard: its time moves. Gives it as it was then. */
export async function hear(page: Page, stream: string): Promise<Sound> {
  const heard = await page.waitForFunction((wanted): Sound | null => {
    const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
    const loaded = elements.filter((element) => element.hasAttribute('src'));
    const [only] = loaded;
    if (loaded.length !== 1 || only === undefined) return null;
    const address = Reflect.get(window, 'soundAddress')(only);
    if (!address.includes(`/stream/${wanted}.mp3`)) return null;
    const known: unknown = Reflect.get(window, 'heardSeconds');
    Reflect.set(window, 'heardSeconds', only.currentTime);
    if (only.paused || typeof known !== 'number' || only.currentTime <= known) return null;
    return {
      element: elements.indexOf(only),
      stream: wanted,
      seconds: only.currentTime,
      isPlaying: true,
      volume: only.volume,
      isMuted: only.muted,
      address,
    };
  }, stream);
  const sound = await heard.jsonValue();
  if (sound === null) throw new Error(`${stream} was not heard`);
  return sound;
}

/** Waits until nothing sounds and nothing is fetched. */
export async function hearNothing(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
    // A paused radio keeps the lock screen by silence.
    const isEmpty = ({ src }: HTMLMediaElement) => src === '' || src.endsWith('#silence');
    return elements.every((element) => element.paused && isEmpty(element));
  });
}
