declare global {
  interface Window {
    /**
     * The part of the address that brought a sign-in, with its `?` or `#`; present until somebody has taken
     * it.
     */
    ondeArrival?: string;
    /** The token of a mail's link, where the tab's storage has refused it. */
    ondeLinkToken?: string;
  }
}

/**
 * Takes what a sign-in has put into the address out of it, before anything is fetched: no history, no
 * referrer and no script but ours gets to know the token [A77]. Runs as inline text: it may use nothing but
 * its arguments, and holds no comments.
 */
function clearArrival(page: Window): void {
  const { pathname, search, hash } = page.location;
  const arrival = pathname.startsWith('/player/')
    ? [hash, search].find((part) => /[?&#]token=/.test(part))
    : [search].find((part) => /[?&](google|apple)_auth=/.test(part));
  if (!arrival) return;
  page.ondeArrival = arrival;
  page.history.replaceState(page.history.state, '', pathname);
}

/**
 * The same for the token of a mail's link [A94]: the tab keeps it for a document that is loaded again, comes
 * back, or was asked for in another language before this one heard. One that is opened anew has none of an
 * earlier link. Not every browser says how it was opened.
 */
function clearLinkToken(page: Window & typeof globalThis, linkKey: string, languageKey: string): void {
  const { pathname, search, hash } = page.location;
  if (!/^\/(validate-email|reset-password)\/?$/.test(pathname)) return;
  const key = `${linkKey} ${pathname}`;
  const query = new page.URLSearchParams(search);
  const token = query.get('token');
  query.delete('token');
  const rest = query.toString();
  if (token !== null)
    page.history.replaceState(page.history.state, '', pathname + (rest && `?${rest}`) + hash);
  try {
    const { sessionStorage, performance } = page;
    const isAnew = performance.navigation?.type === 0 && !sessionStorage.getItem(languageKey);
    if (token) sessionStorage.setItem(key, token);
    else if (isAnew) sessionStorage.removeItem(key);
  } catch {
    if (token) page.ondeLinkToken = token;
  }
}

/**
 * The text of the inline script for the head of every page.
 * @param linkKey of the tab's storage, for the tokens of mails' links
 * @param languageKey of the same, where a page keeps which language it was left for before it heard
 */
export function arrivalScript(linkKey: string, languageKey: string): string {
  const keys = JSON.stringify([linkKey, languageKey]).slice(1, -1);
  return `(${clearArrival})(window);(${clearLinkToken})(window,${keys})`;
}

/**
 * What it brought; nobody gets it twice. Whether there is something is asked without this file, which few
 * pages need.
 */
export function takeArrival(): { part: 'query' | 'fragment'; values: URLSearchParams } | null {
  const { ondeArrival } = window;
  delete window.ondeArrival;
  if (ondeArrival === undefined) return null;
  const part = ondeArrival.startsWith('#') ? 'fragment' : 'query';
  return { part, values: new URLSearchParams(ondeArrival.slice(1)) };
}
