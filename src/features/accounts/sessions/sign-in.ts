import { useCallback } from 'react';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Language } from '#src/contract/languages.ts';
import type { Theme } from '#src/contract/limits.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { pendingActOf } from '#src/features/accounts/gate/pending-act.ts';
import { expectSync, goToPlayer } from '#src/features/accounts/player-redirect/go-to-player.ts';
import { findPlayerRedirect } from '#src/features/accounts/player-redirect/player-redirect.ts';
import { playerOf, useShownStream } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { languageOfPath } from '#src/page/address/address-rules.ts';
import { homePath, streamPagePath } from '#src/page/address/paths.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { rememberReturn } from '#src/page/session/return-choices.ts';
import { needsProfileCompletion, needsUsername } from '#src/page/session/session-storage.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { readShownTheme } from '#src/page/theme/shown-theme.ts';
import { type CallAnswer, fetchJson, headersOf } from '#src/page/wire/call-wire.ts';
import { wireSearch } from '#src/page/wire/endpoints.ts';
import type { SignedIn } from './sessions.wire.ts';

/**
 * Returns a function that keeps where the visitor is, for the way back after the sign-in [A33]; it may be
 * given the theme from before the sign-in, if another one is shown by now.
 */
export function useRememberReturn(pathStream: StreamId | null = null): (theme?: Theme | null) => void {
  const { storage } = useBrowser();
  const language = useLanguage();
  const streamId = useShownStream(pathStream);
  return useCallback(
    (theme) => rememberReturn(storage, { language, streamId, theme: theme ?? readShownTheme() }),
    [storage, language, streamId],
  );
}

/** In the tab's storage, what a guest has written of a registration: nobody is shown it after a sign-in [A122]. */
export const REGISTRATION_DRAFT_KEY = 'registration_draft';

/** Keeps a new session in the page's place of the one that it had, which ends [A109]. */
export function enterSession(browser: Browser, { user, token }: SignedIn, language: Language): void {
  const session = sessionOf(browser);
  const before = session.getToken();
  session.signIn(user, token);
  browser.tabStorage.remove(REGISTRATION_DRAFT_KEY);
  // Who signs in again has no use for the session of before, and nobody else shall have.
  if (before !== null && before !== token) void dropSession(browser, before, language);
}

/**
 * Finishes a sign-in [A32]: keeps the session and leads the member on, or to the external player if the
 * address, or the query that is given, says that it waits. If an act led to the sign-in, the member stays to
 * finish it where it was begun [A105]: on this page, or on the one that is given.
 */
export function useSignIn(
  pathStream: StreamId | null = null,
): (signedIn: SignedIn, search?: string, begunOn?: string | null) => void {
  const browser = useBrowser();
  const navigate = useNavigate();
  const drawnIn = useLanguage();
  const { playerHost } = useStation();
  return useCallback(
    (signedIn, search = location.search, begunOn = null) => {
      const { user } = signedIn;
      // A window of its own may answer long after it was opened: the page may show others by now [A33].
      const language = languageOfPath(location.pathname) ?? drawnIn;
      const streamId = playerOf(browser).getState().streamId ?? pathStream ?? DEFAULT_STREAM;
      expectSync(browser, user);
      enterSession(browser, signedIn, language);
      const player = findPlayerRedirect(search, playerHost);
      if (player !== null) goToPlayer(browser, player, language);
      else if (pendingActOf(browser).read() === null) navigate(pathAfterSignIn(user, { language, streamId }));
      else if (begunOn !== null) navigate(new URL(begunOn, location.origin), { replace: true });
    },
    [browser, navigate, drawnIn, pathStream, playerHost],
  );
}

/**
 * Where a member goes after a sign-in: to the page for a missing part of the account, else to the music
 * [A32].
 */
export function pathAfterSignIn(user: User, home: { language: Language; streamId: StreamId }): string {
  const { language, streamId } = home;
  if (needsProfileCompletion(user)) return streamPagePath(language, streamId, 'profile');
  if (needsUsername(user)) return streamPagePath(language, streamId, 'pseudo-selection');
  return homePath(language, streamId);
}

/** Calls by a token that is not this page's own, not yet or no more: a dead one ends no session here. */
export function callByToken(
  browser: Browser,
  token: string,
  language: Language,
  [method, endpoint]: readonly ['POST', 'sessions' | 'logout'],
): Promise<CallAnswer> {
  const headers = headersOf(browser, language, token);
  // Who logs out may close the page at once, or be led away.
  const keepalive = endpoint === 'logout';
  return fetchJson(`/api-proxy.php?${wireSearch(endpoint)}`, { method, headers, keepalive });
}

/** Until a server that could not end a session is asked again: twice as long each time, up to the other. */
const END_AGAIN_MS = 5_000;
const END_AGAIN_MAX_MS = 5 * MINUTE_MS;

/**
 * Ends the session of a token that nobody here wants any more [A36, A109]: without a network with the next one, as long
 * as the page is open, for the token is kept nowhere. Else it dies of age.
 */
export async function dropSession(
  browser: Browser,
  token: string,
  language: Language,
  againMs = END_AGAIN_MS,
): Promise<void> {
  const isOwed = await callByToken(browser, token, language, ['POST', 'logout']).then(
    ({ status }) => status >= 500 || status === 429,
    () => true,
  );
  if (!isOwed) return;
  const again = () => void dropSession(browser, token, language, Math.min(2 * againMs, END_AGAIN_MAX_MS));
  if (navigator.onLine) browser.clock.after(againMs, again);
  else addEventListener('online', again, { once: true });
}
