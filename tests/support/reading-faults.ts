import type { Page } from 'playwright-core';
import { untilStill } from './open-browser.ts';
import { misfits } from './pseudo-locale/misfits.ts';
import { faintTexts, showTheme } from './violations-of.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
/** A screen of 1280 × 1024 at 400 % (WCAG 1.4.10). */
const ENLARGED = { width: 320, height: 256 };

/** A phone, and a small screen of a desk. */
const SIZES_OF_LARGE_TEXT = [NARROW, { width: 1280, height: 900 }];

/**
 * What is wrong with a page as it stands for those who read it in their own way: enlarged, the text alone too, with
 * room between letters and lines, with more contrast, in the colours of their system. It is a guest's again afterwards.
 */
export async function readingFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const note = (way: string, found: readonly string[]) => {
    faults.push(...found.map((fault) => `${way}: ${fault}`));
  };
  await page.setViewportSize(ENLARGED);
  await untilStill(page);
  note('enlarged', await misfits(page));
  note('enlarged', await offScreen(page));
  note('enlarged', await hiddenWhenFocused(page));

  await spaceText(page, true);
  note('enlarged and spaced', await overflows(page));
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    await untilStill(page);
    note(`spaced at ${size.width} px`, [
      ...(await misfits(page)),
      ...(await overflows(page)),
      ...(await offScreen(page)),
    ]);
  }
  await spaceText(page, false);

  for (const size of SIZES_OF_LARGE_TEXT) {
    await page.setViewportSize(size);
    await enlargeText(page);
    note(`text of 200 % at ${size.width} px`, await offScreen(page));
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
  }
  await page.setViewportSize(WIDE);

  await page.emulateMedia({ contrast: 'more' });
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme);
    note(`more contrast, ${theme}`, await faintTexts(page));
  }
  await page.emulateMedia({ contrast: 'no-preference' });
  note('forced colours', await unmarkedInForcedColours(page));
  return [...new Set(faults)];
}

/** Lines, paragraphs, letters and words as far apart as WCAG 1.4.12 has them. */
async function spaceText(page: Page, isSpaced: boolean): Promise<void> {
  await page.evaluate((isOn) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = isOn ? [sheet] : [];
  }, isSpaced);
  await untilStill(page);
}

/** Letters and lines twice as large, and nothing else, as browsers enlarge text alone (WCAG 1.4.4). */
async function enlargeText(page: Page): Promise<void> {
  await untilStill(page);
  await page.evaluate(() => {
    const rules = new Map<string, string>();
    const twice = (length: string) => `${Number.parseFloat(length) * 2}px !important`;
    for (const element of document.querySelectorAll<HTMLElement>('*')) {
      const { fontSize, lineHeight } = getComputedStyle(element);
      const name = `${fontSize} ${lineHeight}`;
      element.setAttribute('data-large', name);
      const lines = lineHeight === 'normal' ? '' : `line-height: ${twice(lineHeight)};`;
      rules.set(name, `[data-large="${name}"] { font-size: ${twice(fontSize)}; ${lines} }`);
    }
    const sheet = new CSSStyleSheet();
    sheet.replaceSync([...rules.values()].join('\n'));
    document.adoptedStyleSheets = [sheet];
  });
  await untilStill(page);
}

/** Words that run out of what they stand in above or below, and so into what stands there. */
function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${element.textContent?.trim().slice(0, 60)}`;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide on ${clientWidth}`);
    const isCut = (from: Element, frame: Element) => {
      for (let one: Element | null = from; one !== null; one = one.parentElement) {
        if (getComputedStyle(one).overflowY !== 'visible') return true;
        if (one === frame) return false;
      }
      return false;
    };
    for (const frame of document.querySelectorAll('button, a, label, summary, li, td, th, header, h1, p')) {
      const box = frame.getBoundingClientRect();
      const style = getComputedStyle(frame);
      const isSeen = frame.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isSeen || style.display === 'inline' || box.width <= 1 || box.height <= 1) continue;
      const walker = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          continue;
        if (node.textContent?.trim() === '' || getComputedStyle(parent).position === 'absolute') continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const words = range.getBoundingClientRect();
        // What is cut there is looked at by itself.
        if (isCut(parent, frame)) continue;
        if (words.height > 1 && (words.top < box.top - 3 || words.bottom > box.bottom + 3)) {
          found.push(`runs out of ${frame.tagName.toLowerCase()}: ${name(frame)}`);
          break;
        }
      }
    }
    return found;
  });
}

/**
 * A page that scrolls sideways, and words that the edge of the screen cuts off, where nothing says by an ellipsis that
 * there are more and nothing scrolls.
 */
function offScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide on ${clientWidth}`);
    const mayBeCut = (from: Element) => {
      for (let one: Element | null = from; one !== null; one = one.parentElement) {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(one);
        if (/auto|scroll/.test(overflowX) || (overflowX === 'hidden' && textOverflow === 'ellipsis'))
          return true;
        // Words for those who hear the page.
        if (clipPath !== 'none') return true;
      }
      return false;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      // A drawing may leave the screen.
      if (!(parent instanceof HTMLElement) || node.textContent?.trim() === '') continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, height } = range.getBoundingClientRect();
      if (height > 1 && (left < -1 || right > innerWidth + 1) && !mayBeCut(parent))
        found.push(`off the screen: <${parent.tagName.toLowerCase()}> ${node.textContent?.slice(0, 60)}`);
    }
    return found;
  });
}

/** What gets the focus and is then not seen at all (WCAG 2.4.11): behind the player, or off the screen. */
function hiddenWhenFocused(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const inputs = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    for (const element of document.querySelectorAll<HTMLElement>(inputs)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      element.focus();
      if (document.activeElement !== element) continue;
      const shown = element.closest('label') ?? element;
      const isSeen = [...shown.getClientRects(), ...element.getClientRects()].some((box) => {
        for (const across of [0.1, 0.3, 0.5, 0.7, 0.9])
          for (const down of [0.1, 0.3, 0.5, 0.7, 0.9]) {
            const top = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down);
            if (top !== null && (shown.contains(top) || element.contains(top))) return true;
          }
        return false;
      });
      if (!isSeen) found.push(`focused out of sight: ${element.outerHTML.slice(0, 120)}`);
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return found;
  });
}

/** Buttons whose ground alone says where they are, and what is chosen or current and looks like what is not. */
async function unmarkedInForcedColours(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('button, a, [role="tab"]')) {
      const { backgroundColor, backgroundImage } = getComputedStyle(button);
      const isFilled = !/^rgba\(.*, 0\)$/.test(backgroundColor) || backgroundImage !== 'none';
      if (isFilled && button.querySelector('img') === null) button.dataset.filled = '';
    }
  });
  await page.emulateMedia({ forcedColors: 'active' });
  await untilStill(page);
  const found = await page.evaluate(() => {
    const name = (element: Element) => element.outerHTML.slice(0, 120);
    const looks = [
      'border-top-width',
      'border-bottom-width',
      'outline-style',
      'background-color',
      'text-decoration-line',
      'font-weight',
    ];
    const look = (element: Element) => {
      const style = getComputedStyle(element);
      return looks.map((property) => style.getPropertyValue(property)).join();
    };
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1;
    const faults: string[] = [];
    for (const button of document.querySelectorAll('[data-filled]')) {
      const { borderTopWidth, borderBottomWidth, outlineStyle } = getComputedStyle(button);
      const isBordered =
        Number.parseFloat(borderTopWidth) > 0 ||
        Number.parseFloat(borderBottomWidth) > 0 ||
        outlineStyle !== 'none';
      if (isSeen(button) && !isBordered) faults.push(`no border: ${name(button)}`);
      button.removeAttribute('data-filled');
    }
    const marks = '[aria-current]:not([aria-current="false"]), [aria-pressed="true"], [aria-selected="true"]';
    for (const marked of document.querySelectorAll(marks)) {
      const alike = [...document.querySelectorAll(`${marked.tagName}[class="${marked.className}"]`)].filter(
        (other) => other !== marked && !other.matches(marks),
      );
      const shows = (element: Element) => [...element.querySelectorAll('svg, b, i')].filter(isSeen).length;
      const isAlike = (other: Element) => look(other) === look(marked) && shows(other) === shows(marked);
      if (isSeen(marked) && alike.some((other) => isSeen(other) && isAlike(other)))
        faults.push(`not marked: ${name(marked)}`);
    }
    return faults;
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}
