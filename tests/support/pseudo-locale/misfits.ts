import type { Page } from 'playwright-core';
import { OPENING } from './pseudo-texts.ts';

/**
 * What does not fit on the page as it stands: a page that scrolls sideways, words that are cut off or run out of what
 * they stand in, a list or a dialog that leaves the screen. What a station or a member wrote may be cut with an ellipsis;
 * what a catalogue says may not.
 */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate((opening) => {
    const found = new Set<string>();
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${element.textContent?.trim().slice(0, 60)}`;
    const wide = document.documentElement;
    if (wide.scrollWidth > wide.clientWidth)
      found.add(`the page is ${wide.scrollWidth} wide on ${wide.clientWidth}`);
    for (const open of document.querySelectorAll(':popover-open, dialog[open]')) {
      const { top, bottom } = open.getBoundingClientRect();
      // A screen that grew smaller may have left its button above or below.
      const button = document.querySelector(`[popovertarget="${open.id}"]`)?.getBoundingClientRect();
      const isScrolledAway = button !== undefined && (button.top < 0 || button.bottom > innerHeight);
      if (!isScrolledAway && (top < -1 || bottom > innerHeight + 1))
        found.add(`out of the screen: ${name(open)}`);
    }
    const isHidden = (element: Element) => {
      const box = element.getBoundingClientRect();
      return (
        box.width <= 1 ||
        box.height <= 1 ||
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };
    for (const element of document.body.querySelectorAll('*')) {
      if (!(element instanceof HTMLElement) || isHidden(element)) continue;
      const words = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      if (words.length === 0) continue;
      const style = getComputedStyle(element);
      const isOurs = element.textContent?.includes(opening) ?? false;
      const isCut =
        style.display !== 'inline' &&
        (element.scrollWidth > element.clientWidth + 1 ||
          (style.overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 2));
      if (isCut && (isOurs || style.overflowX === 'visible')) found.add(`cut or too wide: ${name(element)}`);
      const range = document.createRange();
      range.setStartBefore(words[0] ?? element);
      range.setEndAfter(words.at(-1) ?? element);
      const box = range.getBoundingClientRect();
      const frame =
        element.closest('button, a, label, dialog, li, td, th, summary, [popover]') ?? document.body;
      const room = frame.getBoundingClientRect();
      const scrolls = [...ancestors(element)].some((one) =>
        /auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX),
      );
      if (isOurs && (box.left < room.left - 1 || box.right > room.right + 1) && !scrolls)
        found.add(`out of its ${frame.tagName.toLowerCase()}: ${name(element)}`);
    }
    function* ancestors(element: Element) {
      for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement)
        yield one;
    }
    return [...found];
  }, OPENING);
}
