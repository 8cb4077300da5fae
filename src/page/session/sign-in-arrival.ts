declare global {
  interface Window {
    /**
     * The part of the address that brought a sign-in, with its `?` or `#`; present until somebody has taken
     * it.
     */
    ondeArrival?: string;
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

/** The text of the inline script for the head of every page. */
export function arrivalScript(): string {
  return `(${clearArrival})(window)`;
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
