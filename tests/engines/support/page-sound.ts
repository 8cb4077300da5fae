import * as z from 'zod';
import type { EnginePage } from './engine-page.ts';

const soundSchema = z.object({ address: z.string(), seconds: z.number(), isPlaying: z.boolean() });
export type PageSound = z.infer<typeof soundSchema>;

/**
 * Keeps the page's media elements in view, which belong to no document. Call it before the first press. What plays
 * frames that a script has fetched has the address of the fetch.
 */
export async function watchSounds(page: EnginePage): Promise<void> {
  await page.run(() => {
    const elements: HTMLMediaElement[] = [];
    let fetched = '';
    const soundAddress = ({ src }: HTMLMediaElement) => (src.startsWith('blob:') ? fetched : src);
    Object.assign(window, { watchedElements: elements, soundAddress });
    const { fetch } = window;
    window.fetch = (asked, how) => {
      const address = asked instanceof Request ? asked.url : String(asked);
      if (/\/stream\/[^/]+\.mp3/.test(address)) fetched = address;
      return fetch(asked, how);
    };
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      if (!elements.includes(this)) elements.push(this);
      return play.call(this);
    };
  });
}

/** The elements that hold a source. */
export async function soundsOf(page: EnginePage): Promise<PageSound[]> {
  return z.array(soundSchema).parse(
    await page.run(() => {
      const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
      return elements
        .filter((element) => element.hasAttribute('src'))
        .map((element) => ({
          address: Reflect.get(window, 'soundAddress')(element),
          seconds: element.currentTime,
          isPlaying: !element.paused && !element.ended,
        }));
    }),
  );
}

/** What the player says of itself to assistive technology; empty while all is well. */
export async function wordsOf(page: EnginePage): Promise<string> {
  return z.string().parse(
    await page.run(() =>
      [...document.querySelectorAll('[role="status"]')]
        .map(({ textContent }) => textContent)
        .join(' ')
        .trim(),
    ),
  );
}
