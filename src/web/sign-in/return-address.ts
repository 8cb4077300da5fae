import { PROVIDER_NAMES, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { WireErrorCode } from '#src/contract/wire-errors.ts';
import type { Entered } from '#src/features/accounts/social/sign-in-by-provider.server.ts';
import type { WayBack } from '#src/features/accounts/social/sign-in-state.server.ts';
import { translate } from '#src/i18n/translate.ts';
import { homePath } from '#src/page/address/paths.ts';

/** How a sign-in at a provider ended. */
export type SignInOutcome = Entered | { readonly failed: WireErrorCode };

/** The page that finishes the sign-in, or says why there is none [W91]; a path on our own origin. */
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
