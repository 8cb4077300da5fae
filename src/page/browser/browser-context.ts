import { createContext, use } from 'react';
import type { Browser } from './browser.ts';

/** Filled by the root of the page. */
export const BrowserContext = createContext<Browser | null>(null);

export function useBrowser(): Browser {
  const browser = use(BrowserContext);
  if (browser === null) throw new Error('There is no browser around this component.');
  return browser;
}
