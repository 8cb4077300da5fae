import { QueryClient } from '@tanstack/react-query';

const STALE_MS = 30_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: STALE_MS, refetchOnWindowFocus: false } },
  });
}

/** The browser's one cache, for loaders and components alike. The server makes a fresh one for every document. */
export const browserQueryClient = createQueryClient();
