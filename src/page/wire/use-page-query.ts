import { useQuery } from '@tanstack/react-query';
import { CallError, isRefusal } from './call-error.ts';
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
    retry: retryOnce,
    retryOnMount: false,
  });
  useRetryInBrowser(query);
  return query;
}

/** For calls that pages make: one that failed is made once more, where that can help. */
export function retryOnce(failures: number, error: Error): boolean {
  return failures === 0 && isWorthRetrying(error);
}

/** Whether a call that failed may be made again: not one that was refused, took its whole time, or had no network. */
export function isWorthRetrying(error: Error): boolean {
  const isOver = error instanceof CallError && ['offline', 'timed_out'].includes(error.code);
  return !isOver && !isRefusal(error);
}
