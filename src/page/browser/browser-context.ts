import { createContext } from 'react';
import { useRequired } from '#src/ui/context/use-required.ts';
import type { Browser } from './browser.ts';

/** Filled by the root of the page. */
export const BrowserContext = createContext<Browser | null>(null);

export function useBrowser(): Browser {
  return useRequired(BrowserContext);
}
