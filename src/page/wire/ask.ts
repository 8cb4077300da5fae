import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query';
import type { PageQuery } from './page-query.ts';
import type { PageServices } from './page-services.ts';

/**
 * Makes one query of a page and keeps the answer.
 * @throws when it fails; the failure is kept too
 */
export type Ask = <T>(query: PageQuery<T>) => Promise<T>;

/**
 * On the server: answered in process. What fails arrives with the page as failed, and is tried again in the
 * browser.
 */
export function askOnServer(client: QueryClient, services: PageServices): Ask {
  return ({ queryKey, onServer }) =>
    client.fetchQuery({ queryKey, queryFn: () => onServer(services), retry: false });
}

/** In the browser: over HTTP, whatever is kept already. */
export function askInBrowser(client: QueryClient): Ask {
  return ({ queryKey, queryFn }) => client.fetchQuery({ queryKey, queryFn, staleTime: 0, retry: false });
}

/** Asks for things side by side, and waits for all of them whatever comes of each. */
export async function askAll(ask: Ask, queries: readonly PageQuery<unknown>[]): Promise<void> {
  await Promise.allSettled(queries.map((query) => ask(query)));
}

/** Every answer and failure that a client holds, for the document. */
export function packAnswers(client: QueryClient): DehydratedState {
  return dehydrate(client, {
    shouldDehydrateQuery: () => true,
    serializeData: (data: unknown) => data,
  });
}

/**
 * Keeps what a document brought along, in a client that holds nothing yet. The library's `hydrate` also
 * merges into what is there and takes up calls that are under way, which every first visit would load for
 * nothing.
 */
export function unpackAnswers(client: QueryClient, { queries }: DehydratedState): void {
  for (const { queryKey, queryHash, state } of queries)
    client.getQueryCache().build(client, { queryKey, queryHash }, state);
}
