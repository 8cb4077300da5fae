import { type DehydratedState, dehydrate, QueryClient } from '@tanstack/react-query';
import type { PageServices } from '#src/page/page-services.ts';
import type { PageQuery } from './page-query.ts';

/**
 * Runs a page's queries side by side and packs the answers for the document. One that fails travels as failed: the page
 * arrives with its error state and tries again in the browser.
 */
export async function loadOnServer(
  services: PageServices,
  queries: readonly PageQuery<unknown>[],
): Promise<DehydratedState> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await Promise.all(
    queries.map(({ queryKey, onServer }) =>
      client.prefetchQuery({ queryKey, queryFn: () => onServer(services) }),
    ),
  );
  return dehydrate(client, {
    shouldDehydrateQuery: () => true,
    serializeData: (data: unknown) => data,
  });
}
