import { QueryCache, QueryClient } from '@tanstack/react-query';

const STALE_MS = 30_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    // A missing part says so in its place; the track on air has no such place and stays as it was [R13].
    queryCache: new QueryCache({ onError: (error) => console.warn(error) }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // Without a network a call fails at once and says so; what is missing comes by itself when it is back [A63].
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
      },
    },
  });
}

/** The browser's one cache, for loaders and components alike. The server makes a fresh one for every document. */
export const browserQueryClient = createQueryClient();
