import { createHash } from 'node:crypto';
import { PROVIDER_NAMES, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { WireErrorCode } from '#src/contract/wire-errors.ts';
import type { Entered } from '#src/features/accounts/social/sign-in-by-provider.server.ts';
import type { WayBack } from '#src/features/accounts/social/sign-in-state.server.ts';
import { WINDOW_HEARD } from '#src/features/accounts/social-buttons/sign-in-window.ts';
import { translate } from '#src/i18n/translate.ts';
import { homePath } from '#src/page/address/paths.ts';

/** How long the page that opened the window has to say that it has heard [W217]. */
const WINDOW_UNHEARD_MS = 2_000;

/**
 * The window itself becomes the site where nobody hears it: the browser has cut it off from the page that opened it, or
 * another page stands there by now.
 */
const SCRIPT = `const {message, origin, address} = JSON.parse(document.getElementById('outcome').textContent);
const become = () => location.replace(address);
if (opener) {
  const unheard = setTimeout(become, ${WINDOW_UNHEARD_MS});
  addEventListener('message', (event) => {
    if (event.origin !== origin || event.data !== '${WINDOW_HEARD}') return;
    clearTimeout(unheard);
    close();
  });
  opener.postMessage(message, origin);
} else become();`;

const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The last page of a sign-in in a window of its own: it tells the page that opened it, which must be of our
 * own origin, and closes once that has heard.
 */
export function popupAnswer(outcome: { message: object; origin: string; address: string }): Response {
  // Inside a script element nothing but `<` can end the text.
  const told = JSON.stringify(outcome).replaceAll('<', '\\u003c');
  const body = `<!doctype html>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>…</title>
<script type="application/json" id="outcome">${told}</script>
<script>${SCRIPT}</script>
`;
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
    },
  });
}

/** How a sign-in at a provider ended. */
export type SignInOutcome = Entered | { readonly failed: WireErrorCode };

/** The page that finishes the sign-in, or says why it failed [W91]; a path on our own origin. */
export function returnAddress(provider: SignInProvider, back: WayBack, outcome: SignInOutcome): string {
  const parameters = new URLSearchParams();
  if ('signedIn' in outcome) {
    parameters.set(`${provider}_auth`, 'success');
    parameters.set('token', outcome.signedIn.token);
    parameters.set('user', JSON.stringify(outcome.signedIn.user));
    if (outcome.isCleared) parameters.set('cleared', '1');
  } else {
    parameters.set(`${provider}_auth`, 'error');
    parameters.set('auth_error', outcome.failed);
  }
  if (back.theme !== null) parameters.set('theme', back.theme);
  if (back.redirect !== null) parameters.set('redirect', back.redirect);
  return `${homePath(back.language, back.streamId)}?${parameters}`;
}

/** The page on which somebody may begin one themselves; where a player waits, it opens the login [A14]. */
export function beginningAddress({ language, streamId, redirect }: WayBack): string {
  const home = homePath(language, streamId);
  return redirect === null ? home : `${home}?${new URLSearchParams({ redirect })}`;
}

/** What a sign-in's window tells the page that opened it [W91]. */
export function popupMessage(provider: SignInProvider, { language }: WayBack, outcome: SignInOutcome) {
  const name = provider.toUpperCase();
  if ('signedIn' in outcome) {
    const { signedIn, isCleared } = outcome;
    return { type: `${name}_AUTH_SUCCESS`, ...signedIn, ...(isCleared && { cleared: true }) };
  }
  const error = translate(language, `errors.${outcome.failed}`, { provider: PROVIDER_NAMES[provider] });
  return { type: `${name}_AUTH_ERROR`, error, code: outcome.failed };
}
