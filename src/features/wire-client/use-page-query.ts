import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PageQuery } from './page-query.ts';

/**
 * What a page shows. A failure in the browser is tried once more by itself; one that came with the document is shown and
 * tried again at once.
 */
export function usePageQuery<T>(query: PageQuery<T>): UseQueryResult<T> {
  const result = useQuery({ ...query, retry: 1, retryOnMount: false });
  const { refetch } = result;
  const [hasFailedOnServer] = useState(result.isError);
  useEffect(() => {
    if (hasFailedOnServer) refetch();
  }, [hasFailedOnServer, refetch]);
  return result;
}
