import * as z from 'zod';
import { keepPlayed } from '../../support/watch-sound.ts';
import type { EnginePage } from './engine-page.ts';

const soundSchema = z.object({ address: z.string(), seconds: z.number(), isPlaying: z.boolean() });
export type PageSound = z.infer<typeof soundSchema>;

/** Call before the first press. */
export async function watchSounds(page: EnginePage): Promise<void> {
  await page.run(keepPlayed);
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
