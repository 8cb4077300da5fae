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
}

/**
 * Call before the page loads: keeps its media elements in view, which belong to no document. A refusal to play is said
 * on the console, `play: NotAllowedError`.
 */
export async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const elements: HTMLMediaElement[] = [];
    Object.assign(window, { watchedElements: elements });
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      if (!elements.includes(this)) elements.push(this);
      const attempt = play.call(this);
      attempt.catch((error: Error) => console.debug(`play: ${error.name}`));
      return attempt;
    };
  });
}

/** What sounds or is about to, in the order of first plays. */
export function soundsOf(page: Page): Promise<Sound[]> {
  return page.evaluate(() => {
    const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
    return elements.map((element, at) => ({
      element: at,
      stream: /\/stream\/([^.]+)\.mp3/.exec(element.src)?.[1] ?? '',
      seconds: element.currentTime,
      isPlaying: !element.paused && !element.ended,
      volume: element.volume,
      isMuted: element.muted,
    }));
  });
}

/** Waits until that stream, and no other, is really heard: its time moves. */
export async function hear(page: Page, stream: string): Promise<Sound> {
  await page.waitForFunction((wanted) => {
    const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
    const loaded = elements.filter((element) => element.hasAttribute('src'));
    const [only] = loaded;
    if (loaded.length !== 1 || only === undefined || !only.src.includes(`/stream/${wanted}.mp3`))
      return false;
    const known: unknown = Reflect.get(window, 'heardSeconds');
    Reflect.set(window, 'heardSeconds', only.currentTime);
    return !only.paused && typeof known === 'number' && only.currentTime > known;
  }, stream);
  const heard = (await soundsOf(page)).find((sound) => sound.stream === stream);
  if (heard === undefined) throw new Error(`${stream} fell silent again`);
  return heard;
}

/** Waits until nothing sounds and nothing is fetched. */
export async function hearNothing(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
    return elements.every((element) => element.paused && element.getAttribute('src') === null);
  });
}
