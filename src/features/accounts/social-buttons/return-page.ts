import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import { browserStorage } from '#src/page/storage/browser-storage.ts';

/** Keeps the page that a sign-in begins on: who comes back without one goes on reading there. */
export function keepReturnPage(provider: SignInProvider, path: string): void {
  browserStorage.write(keyOf(provider), path);
}

/** The page where the sign-in began, as a path on our own origin, once; null when that is unknown. */
export function takeReturnPage(provider: SignInProvider, ownOrigin: string): string | null {
  const kept = browserStorage.read(keyOf(provider));
  browserStorage.remove(keyOf(provider));
  if (kept === null || !URL.canParse(kept, ownOrigin)) return null;
  const { origin, pathname, search } = new URL(kept, ownOrigin);
  return origin === ownOrigin ? `${pathname}${search}` : null;
}

function keyOf(provider: SignInProvider): string {
  return `${provider}_auth_return_url`;
}
