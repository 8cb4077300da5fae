import type { Locator } from 'playwright-core';

/** What assistive technology says of an element after its name. */
export function descriptionOf(element: Locator): Promise<string> {
  return element.evaluate((one) =>
    (one.ariaDescribedByElements ?? []).map(({ textContent }) => textContent).join(' '),
  );
}
