import type { BrowserContext } from 'playwright-core';

/**
 * Has the pages of a browser sound once their visitor has touched them, as browsers do. Chromium takes whatever a
 * test asks a page for its visitor's gesture, so that each page would play what its address names, or not, by when
 * it was asked first; and what plays is a third of what a page costs.
 */
export async function awaitTouch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    let isTouched = false;
    for (const touch of ['pointerdown', 'keydown'])
      addEventListener(touch, ({ isTrusted }) => (isTouched ||= isTrusted), { capture: true });
    HTMLMediaElement.prototype.play = function () {
      return isTouched ? play.call(this) : Promise.reject(new DOMException('', 'NotAllowedError'));
    };
  });
}
