import { useQuery } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import type { PageQuery } from './page-query.ts';
import { useRetryInBrowser } from './use-retry-in-browser.ts';

const RETRIES = 1;

/**
 * What a page shows of the wire. An answer that does not come is tried once more, a refusal is not; what failed on the
 * server is tried in the browser at once [W79].
 */
export function usePageQuery<T>(pageQuery: PageQuery<T>, options: { enabled?: boolean } = {}) {
  const query = useQuery({
    queryKey: pageQuery.queryKey,
    queryFn: pageQuery.queryFn,
    enabled: options.enabled ?? true,
    retry: (failures, error) => failures < RETRIES && !isRefusal(error),
    retryOnMount: false,
  });
  useRetryInBrowser(query);
  return query;
}

/** Whether the server understood and said no: asking again would not help. */
export function isRefusal(error: unknown): error is CallError {
  return error instanceof CallError && error.status >= 400 && error.status < 500;
}
