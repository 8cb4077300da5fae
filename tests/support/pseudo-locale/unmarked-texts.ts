import type { Page } from 'playwright-core';
import { CLOSING, OPENING } from './pseudo-texts.ts';

/**
 * What the page says that stands in no catalogue: words seen, words said by a screen reader, the document's title.
 * @param data what a station or a member wrote, and is let through
 */
export async function unmarkedTexts(page: Page, data: readonly RegExp[]): Promise<string[]> {
  const said = await page.evaluate(collectTexts, { opening: OPENING, closing: CLOSING });
  const left = said.filter((text) =>
    /\p{L}{2}/u.test(data.reduce((rest, known) => rest.replace(known, ' '), text)),
  );
  return [...new Set(left)];
}

/** Runs in the page. A text may be cut into several nodes: what lies between its brackets is marked. */
function collectTexts({ opening, closing }: { opening: string; closing: string }): string[] {
  const outside = (text: string, depth: number): [string, number] => {
    let rest = '';
    for (const sign of text) {
      if (sign === closing) depth -= 1;
      else if (sign === opening) {
        depth += 1;
        rest += ' ';
      } else if (depth <= 0) rest += sign;
    }
    return [rest.trim(), depth];
  };
  const texts = [outside(document.title, 0)[0]];
  let depth = 0;
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    if (node instanceof Element) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext'])
        texts.push(outside(node.getAttribute(name) ?? '', 0)[0]);
      continue;
    }
    const parent = node.parentElement;
    if (
      parent === null ||
      parent.closest('script, style, noscript, template, time, :is([lang], [translate=no]):not(html)')
    )
      continue;
    const [rest, after] = outside(node.textContent ?? '', depth);
    depth = after;
    texts.push(rest);
  }
  return texts.filter((text) => text !== '');
}
