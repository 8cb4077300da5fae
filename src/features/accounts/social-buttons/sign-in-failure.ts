import { onePerPage } from '#src/page/browser/browser.ts';
import { ObservableValue } from '#src/page/browser/observable.ts';

/** Why a sign-in by a provider came to nothing, in words, for the login dialog that is open or opens next. */
export const signInFailureOf = onePerPage(() => new ObservableValue<string | null>(null));
