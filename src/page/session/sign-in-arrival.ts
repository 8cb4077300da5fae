declare global {
  interface Window {
    /** What the address brought of a sign-in, as a query; present until somebody has taken it. */
    ondeArrival?: string;
  }
}

/**
 * Takes what a sign-in has put into the address out of it, before anything is fetched: no history, no referrer and no
 * script but ours gets to know the token [A77]. Runs as inline text: it may use nothing but its arguments, and holds no
 * comments.
 */
function clearArrival(page: Window): void {
  const { pathname, search, hash } = page.location;
  const query = `${search.slice(1)}&${hash.slice(1)}`;
  const isArrival = pathname.startsWith('/player/')
    ? /(^|&)token=/.test(query)
    : /(^|[?&])(google|apple)_auth=/.test(search);
  if (!isArrival) return;
  page.ondeArrival = query;
  page.history.replaceState(page.history.state, '', pathname);
}

/** The text of the inline script for the head of every page. */
export function arrivalScript(): string {
  return `(${clearArrival})(window)`;
}

/** What it brought; nobody gets it twice. Whether there is something is asked without this file, which few pages need. */
export function takeArrival(): URLSearchParams | null {
  const { ondeArrival } = window;
  delete window.ondeArrival;
  return ondeArrival === undefined ? null : new URLSearchParams(ondeArrival);
}
