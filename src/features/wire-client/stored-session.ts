const TOKEN_KEY = 'authToken';
const USER_KEY = 'user';

/** The member's token in this browser; null for guests and where storage is blocked. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

/** What a dead token leads to (accounts.md §8): token and user are removed, and the page starts again at `/`. */
export function endSession(): void {
  try {
    localStorage.removeItem(TOKEN_KEY);
    localStorage.removeItem(USER_KEY);
  } finally {
    location.assign('/');
  }
}
