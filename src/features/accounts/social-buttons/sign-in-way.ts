import type { Language } from '#src/contract/languages.ts';
import type { Theme } from '#src/contract/limits.ts';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts, textOf } from '#src/i18n/loaded-texts.ts';
import { languageOfPath } from '#src/page/address/address-rules.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useNavigate } from '#src/page/navigation/navigation-context.tsx';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { ObservableValue } from '#src/platform/observable/observable.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** What the way back is made of. */
export interface WayOut {
  readonly language: Language;
  readonly streamId: StreamId;
  readonly theme: Theme;
  /** The external player's address if it waits for the member, else null. */
  readonly player: URL | null;
  /** Whether a member signs in again before the account is deleted [A107]. */
  readonly isAgain: boolean;
}

/** Where the button of a provider leads [W91]. */
export function signInAddress(provider: SignInProvider, way: WayOut, isWindow = false): string {
  const { language, streamId, theme, player, isAgain } = way;
  const query = new URLSearchParams({ lang: language, stream: streamId, theme });
  if (player !== null) query.set('redirect', player.href);
  if (isWindow) query.set('popup', '1');
  if (isAgain) query.set('again', '1');
  return `/auth/${provider}?${query}`;
}

/**
 * Whether the provider's page has a window of its own: Apple's on a desktop. Safari, and with it all of iOS,
 * lets no such window talk to the page that opened it [A38].
 */
export function hasOwnWindow(provider: SignInProvider, userAgent: string): boolean {
  if (provider !== 'apple' || /android|mobile|iphone|ipad|ipod/i.test(userAgent)) return false;
  return !/safari/i.test(userAgent) || /chrom(e|ium)\//i.test(userAgent);
}

/** Keeps the page that a sign-in begins on: whoever comes back from a provider goes on reading there. */
export function keepReturnPage(storage: BrowserStorage, provider: SignInProvider, path: string): void {
  storage.write(keyOf(provider), path);
}

/** The page where the sign-in began, as a path on our own origin, once; null when that is unknown. */
export function takeReturnPage(
  storage: BrowserStorage,
  provider: SignInProvider,
  ownOrigin: string,
): string | null {
  const kept = storage.read(keyOf(provider));
  storage.remove(keyOf(provider));
  if (kept === null || !URL.canParse(kept, ownOrigin)) return null;
  const { origin, pathname, search } = new URL(kept, ownOrigin);
  return origin === ownOrigin ? `${pathname}${search}` : null;
}

function keyOf(provider: SignInProvider): string {
  return `${provider}_auth_return_url`;
}

/** Why a sign-in by a provider failed, in words, for the login dialog that is open or opens next. */
export const signInFailureOf = onePerPage(() => new ObservableValue<string | null>(null));

/**
 * Tells a member whose account was there, proven by nobody, what became of it [A74], in the language that is
 * read by then.
 */
export function useTellCleared(): () => Promise<void> {
  const browser = useBrowser();
  const drawnIn = useLanguage();
  const navigate = useNavigate();
  const showToast = useToast();
  return async () => {
    const language = languageOfPath(location.pathname) ?? drawnIn;
    await loadTexts('accounts', language);
    const text = textOf(language);
    const streamId = playerOf(browser).getState().streamId ?? DEFAULT_STREAM;
    showToast('info', text('accounts.social.cleared'), {
      label: text('frame.user.profile'),
      run: () => navigate(streamPagePath(language, streamId, 'profile')),
    });
  };
}
