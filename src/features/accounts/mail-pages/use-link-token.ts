import { useCallback, useEffect, useState } from 'react';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

/** In the tab's storage, with the path of the page; the document's head writes it (`sign-in-arrival.ts`). */
export const LINK_TOKEN_KEY = 'link_token';

/**
 * The token of a mail's link, which was taken out of the address. Until it has done its work the tab keeps
 * it, so that a reload tries it again, or says the same of one that works no more. Null without one, undefined until that
 * is known.
 */
export function useLinkToken(): { token: string | null | undefined; forget: () => void } {
  const { tabStorage } = useBrowser();
  const { pathname } = useAddress();
  const [token, setToken] = useState<string | null>();
  useEffect(() => setToken(readLinkToken(tabStorage, pathname)), [tabStorage, pathname]);
  const forget = useCallback(() => forgetLinkToken(tabStorage, pathname), [tabStorage, pathname]);
  return { token, forget };
}

/** What the page itself holds comes first: the tab may have refused to put it in the place of another one. */
export function readLinkToken(storage: BrowserStorage, pathname: string): string | null {
  return window.ondeLinkToken ?? storage.read(keyOf(pathname));
}

export function forgetLinkToken(storage: BrowserStorage, pathname: string): void {
  delete window.ondeLinkToken;
  storage.remove(keyOf(pathname));
}

function keyOf(pathname: string): string {
  return `${LINK_TOKEN_KEY} ${pathname}`;
}
