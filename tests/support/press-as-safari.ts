import type { Locator } from 'playwright-core';

/** Presses a button as Safari does: not the button gets the focus, but what it stands in. */
export async function pressAsSafari(button: Locator): Promise<void> {
  await button.evaluate((element) =>
    element.addEventListener('mousedown', (event) => {
      event.preventDefault();
      element.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    }),
  );
  await button.click();
}
