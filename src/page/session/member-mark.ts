/**
 * On the root while a member looks. Style sheets hide with it what is for guests, from the first paint on.
 */
const MARK = 'data-member';

/**
 * Marks the page of a member before the first paint. Runs as inline text: it may use nothing but its
 * arguments, and holds no comments.
 */
function markStoredMember(page: Window, root: HTMLElement, mark: string): void {
  try {
    root.toggleAttribute(mark, Boolean(page.localStorage.getItem('authToken')));
  } catch {}
}

/** The text of the inline script for the head of every page. */
export function memberMarkScript(): string {
  return `(${markStoredMember})(window,document.documentElement,"${MARK}")`;
}

/** Follows a sign-in or a sign-out within the page. */
export function markMember(isMember: boolean): void {
  document.documentElement.toggleAttribute(MARK, isMember);
}
