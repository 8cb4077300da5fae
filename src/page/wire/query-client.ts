import { QueryCache, QueryClient } from '@tanstack/react-query';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { isWorthRetrying } from './call-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** Every query knows in which page it is asked. */
    queryMeta: { readonly browser: Browser };
  }
}

const STALE_MS = 30_000;

/**
 * What the page has asked for, for loaders and components alike. The server makes a fresh one for every
 * document.
 */
export const queriesOf = onePerPage(
  (browser) =>
    new QueryClient({
      // A missing part says so in its place; the track on air has no such place and stays as it was [R13].
      queryCache: new QueryCache({ onError: (error) => console.warn(error) }),
      defaultOptions: {
        queries: {
          meta: { browser },
          staleTime: STALE_MS,
          retry: retryOnce,
          // Without a network a call fails at once and says so; what is missing comes by itself when it is
          // back [A63].
          networkMode: 'always',
          refetchOnReconnect: true,
          refetchOnWindowFocus: false,
        },
      },
    }),
);

/** For what pages show without a word when it fails, such as a heart: it is asked for three times more. */
export const WITHOUT_WORDS = {
  retry: (failures: number, error: Error) => failures < 3 && isWorthRetrying(error),
} as const;

/** For what pages show, unless they say otherwise: a call that failed is made once more, where that can help. */
function retryOnce(failures: number, error: Error): boolean {
  return failures === 0 && isWorthRetrying(error);
}
