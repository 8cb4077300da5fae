import { onePerPage } from '#src/page/browser/browser.ts';
import { ObservableValue } from '#src/page/browser/observable.ts';

/**
 * The address this browser seems to come from, once it has been looked up. A hint for the server's log,
 * nothing more.
 */
export const clientAddressOf = onePerPage(() => new ObservableValue<string | null>(null));
