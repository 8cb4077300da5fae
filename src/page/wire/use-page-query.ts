import { useQuery } from '@tanstack/react-query';
import type { PageQuery } from './page-query.ts';
import { useRetryInBrowser } from './use-retry-in-browser.ts';

/**
 * A page's data from the wire. A call that failed on the server is made in the browser at once [W79].
 */
export function usePageQuery<T>(pageQuery: PageQuery<T>, options: { enabled?: boolean } = {}) {
  const query = useQuery({
    queryKey: pageQuery.queryKey,
    queryFn: pageQuery.queryFn,
    enabled: options.enabled ?? true,
    retryOnMount: false,
  });
  useRetryInBrowser(query);
  return query;
}
