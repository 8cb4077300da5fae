import { useQuery } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import type { PageQuery } from './page-query.ts';
import { useRetryInBrowser } from './use-retry-in-browser.ts';

const RETRIES = 1;

/**
 * A page's data from the wire. A call without an answer is made once more, a refused one is not; a call that failed on
 * the server is made in the browser at once [W79].
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

/** Whether the server understood and refused: asking again would not help. */
export function isRefusal(error: unknown): error is CallError {
  return error instanceof CallError && error.status >= 400 && error.status < 500;
}
