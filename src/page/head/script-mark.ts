import { createContext } from 'react';

/**
 * What tells the scripts that the application meant to write from one that slipped into a page: a secret of one
 * rendering, as the `nonce` of each. The web process hashes what bears it, for the page's policy, and takes it out again:
 * what is cached and sent holds no mark. Undefined in the browser.
 */
export const ScriptMark = /* @__PURE__ */ createContext<string | undefined>(undefined);

/** The header in which the application tells the web process the mark of a page. It is never sent on. */
export const SCRIPT_MARK_HEADER = 'x-script-mark';
