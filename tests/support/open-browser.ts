import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's; `playwright install` has nothing to download here. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
/** It runs as root in a container without a graphics card, and has nobody to call home to. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A Chromium without a window.
 * @param options.autoplay `gesture` lets a page sound only after the visitor has touched it, as browsers do by default
 */
export function openBrowser(options: { autoplay?: 'gesture' | 'always' } = {}): Promise<Browser> {
  const policy =
    options.autoplay === 'always' ? 'no-user-gesture-required' : 'document-user-activation-required';
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [...QUIET, '--mute-audio', `--autoplay-policy=${policy}`],
  });
}

/**
 * How often a page is asked, in ms, whether something has come. Left to itself Playwright asks in each frame, for which
 * the browser draws sixty a second.
 */
export const NOW_AND_THEN = { polling: 50 };

/** What went wrong in a page so far: uncaught errors and what it or the browser logged as one. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/**
 * Waits until the page's scripts run: the inline script has given its place up to the player. There is none either in a
 * document whose head is not read yet, and in the one that stands in while no web process answers, which goes by itself.
 */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.readyState !== 'loading' &&
      !('ondeEarlyPlay' in window) &&
      document.querySelector('[data-back]') === null,
    undefined,
    NOW_AND_THEN,
  );
}

/**
 * Waits until nothing moves that comes to an end: a colour in between is none of the theme's, and words that stand there
 * in another font may not fit.
 */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      // A font is asked for when words in it are laid out.
      document.documentElement.getBoundingClientRect();
      const isStill = ({ playState, effect }: Animation) =>
        playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
      return document.fonts.status === 'loaded' && document.getAnimations().every(isStill);
    },
    undefined,
    NOW_AND_THEN,
  );
}
