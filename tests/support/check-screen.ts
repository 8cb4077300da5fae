import type { Page } from 'playwright-core';
import { SCREEN_WIDTHS, type Theme } from '#src/contract/limits.ts';
import { NOW_AND_THEN, untilStill } from './open-browser.ts';
import { misfits } from './pseudo-locale/misfits.ts';
import { unmarkedTexts } from './pseudo-locale/unmarked-texts.ts';
import { showTheme, violationsOf } from './violations-of.ts';

const [DESK, PHONE, SMALLEST] = SCREEN_WIDTHS;
const WIDE = { width: DESK, height: 900 };
const NARROW = { width: PHONE, height: 844 };
const NARROWEST = { width: SMALLEST, height: 700 };

/** In which looks a screen is checked: wide in the light and narrow in the dark, unless something is said. */
export interface Looks {
  /** For what a narrow screen does not show. */
  readonly isWideOnly?: boolean;
  /** Wide in the dark and narrow in the light, too. */
  readonly isEveryLook?: boolean;
  /** For what is never in the pseudo-locale. */
  readonly isInFrench?: boolean;
}

/**
 * Everything that is wrong with a screen of the pseudo-locale as it stands: texts of no catalogue, what does not fit,
 * and what axe finds.
 * @param data what a station or a member wrote
 */
export async function faultsOf(page: Page, data: readonly RegExp[], looks: Looks = {}): Promise<string[]> {
  await untilThere(page);
  const unmarked = looks.isInFrench ? [] : await unmarkedTexts(page, data);
  const faults = unmarked.map((text) => `in no catalogue: ${text}`);
  await page.setViewportSize(WIDE);
  faults.push(...(await fitFaults(page)), ...(await axeFaults(page, 'light')));
  if (looks.isEveryLook) faults.push(...(await axeFaults(page, 'dark')));
  if (!looks.isWideOnly) {
    await page.setViewportSize(NARROW);
    faults.push(...(await fitFaults(page)), ...(await axeFaults(page, 'dark')));
    if (looks.isEveryLook) faults.push(...(await axeFaults(page, 'light')));
    await page.setViewportSize(NARROWEST);
    faults.push(...(await fitFaults(page)));
    await page.setViewportSize(WIDE);
  }
  return [...new Set(faults)];
}

/** What comes later is looked at too, and not on some days only. */
async function untilThere(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[aria-busy=true]') === null,
    undefined,
    NOW_AND_THEN,
  );
}

async function fitFaults(page: Page): Promise<string[]> {
  await untilStill(page);
  return (await misfits(page)).map((misfit) => `at ${page.viewportSize()?.width} px, ${misfit}`);
}

async function axeFaults(page: Page, theme: Theme): Promise<string[]> {
  await showTheme(page, theme);
  const look = `${theme}, ${page.viewportSize()?.width} px`;
  return (await violationsOf(page)).map((violation) => `${look}: ${violation}`);
}
