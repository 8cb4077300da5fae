import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Says that answers are from before a change that the page shows already: whoever comes back to it has them fetched
 * again. One that is on its way may be from before, too, and is asked for anew.
 * @param queryKey with which the keys of the answers begin
 */
export async function outdate(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const isOnItsWay = queries.isFetching({ queryKey }) > 0;
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey, refetchType: isOnItsWay ? 'active' : 'none' });
}
