import { useCallback, useEffect, useState } from 'react';
import { onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useAddress, useNavigate, useSearchParams } from '#src/page/navigation/navigation-context.tsx';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

/**
 * The token of a mail's link. It is removed from the address at once, so that no history keeps it; until it
 * is used the tab keeps it, so that a reload tries it again. Null without one, undefined until that is known.
 */
export function useLinkToken(): { token: string | null | undefined; forget: () => void } {
  const linkTokens = linkTokensOf(useBrowser());
  const parameters = useSearchParams();
  const { pathname } = useAddress();
  const [token, setToken] = useState(() => parameters.get('token') || undefined);
  const [isKnown, setKnown] = useState(token !== undefined);
  const navigate = useNavigate();

  useEffect(() => {
    if (token !== undefined) linkTokens.keep(pathname, token);
    else if (comesAgain()) setToken(linkTokens.read(pathname) ?? undefined);
    else linkTokens.forget(pathname);
    setKnown(true);
  }, [pathname, token, linkTokens]);

  useEffect(() => {
    if (!parameters.has('token')) return;
    const rest = new URLSearchParams(parameters);
    rest.delete('token');
    navigate({ search: rest.toString() }, { replace: true, keepsScroll: true });
  }, [parameters, navigate]);

  const forget = useCallback(() => linkTokens.forget(pathname), [pathname, linkTokens]);
  return { token: token ?? (isKnown ? null : undefined), forget };
}

/**
 * Whether the document was loaded again, or came back out of the history: the one before it had the token. Not every
 * browser says.
 */
function comesAgain(): boolean {
  return performance.navigation?.type !== 0;
}

/** The unused tokens of mails' links, by the page that uses them. They end with the tab. */
export class LinkTokens {
  readonly #storage: BrowserStorage;

  /** Where storage is blocked, a reload has no token. */
  constructor(storage: BrowserStorage) {
    this.#storage = storage;
  }

  keep(pathname: string, token: string): void {
    this.#storage.write(keyOf(pathname), token);
  }

  read(pathname: string): string | null {
    return this.#storage.read(keyOf(pathname));
  }

  forget(pathname: string): void {
    this.#storage.remove(keyOf(pathname));
  }
}

const linkTokensOf = onePerPage(({ tabStorage }) => new LinkTokens(tabStorage));

function keyOf(pathname: string): string {
  return `link_token ${pathname}`;
}
