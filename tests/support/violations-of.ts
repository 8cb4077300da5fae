import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { Theme } from '#src/contract/limits.ts';
import { CHANGED } from '#src/page/theme/shown-theme.ts';
import { untilStill } from './open-browser.ts';

/** Of what axe finds, the part that is told. */
interface Violation {
  readonly id: string;
  /** The first element that breaks the rule. */
  readonly html: string;
}

/** What its script leaves in a page. */
interface Axe {
  run(
    context: { include: Document | string; exclude: string },
    options: object,
  ): ReturnType<AxeBuilder['analyze']>;
}

/**
 * What axe finds, in words that fit a failure's message.
 * @param within a selector, for a part of the page
 * @param options.isOwnOnly leaves out what others have put into frames of the page
 */
export async function violationsOf(
  page: Page,
  within?: string,
  { isOwnOnly = false }: { isOwnOnly?: boolean } = {},
): Promise<string[]> {
  await untilStill(page);
  const isFramed = page.frames().length > 1 && !isOwnOnly;
  const violations = isFramed ? await findInFrames(page, within) : await find(page, within, OPTIONS);
  return violations.map(({ id, html }) => `${id}: ${html}`);
}

/** Texts below 7:1, and large ones below 4.5:1, which WCAG 2.2 AAA asks for. */
export async function faintTexts(page: Page): Promise<string[]> {
  await untilStill(page);
  const id = 'color-contrast-enhanced';
  const options = { ...OPTIONS, runOnly: [id], rules: { [id]: { enabled: true } } };
  return (await find(page, undefined, options)).map(({ html }) => html);
}

/**
 * Shows the page by day or by night, without a choice and as it is shown where the visitor's device is so from the start:
 * the same page in both themes costs less than one for each.
 */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(
    ({ theme, changed }) => {
      document.documentElement.dataset.theme = theme;
      document.documentElement.classList.toggle('dark', theme === 'dark');
      dispatchEvent(new Event(changed));
    },
    { theme, changed: CHANGED },
  );
}

/** Besides what axe looks at by itself: targets of 24 px or with room around them, which WCAG 2.2 AA asks for. */
const OPTIONS = { resultTypes: ['violations' as const], rules: { 'target-size': { enabled: true } } };

let script: Promise<string> | null = null;

/** The script of axe, more than half a megabyte: a document reads it once. */
function axeScript(): Promise<string> {
  script ??= readFile(
    createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
    'utf8',
  );
  return script;
}

/**
 * Runs in the page and brings back what is told alone: to hand over all that axe says of a page takes several
 * times as long as its rules.
 */
async function find(page: Page, within: string | undefined, options: object): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeScript());
  return page.evaluate(
    async ({ within, options }) => {
      const axe: Axe = Reflect.get(window, 'axe');
      const { violations } = await axe.run({ include: within ?? document, exclude: 'iframe' }, options);
      return violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html ?? '' }));
    },
    { within, options },
  );
}

/** The builder reads the script into each frame and puts together what is found there. */
async function findInFrames(page: Page, within: string | undefined): Promise<Violation[]> {
  // Without a page of its own to put it together in, which takes three times as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options(OPTIONS);
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  return violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html ?? '' }));
}
