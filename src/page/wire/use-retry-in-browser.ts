import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Makes a call that failed on the server in the browser at once [W79]. The query must not retry on mount. */
export function useRetryInBrowser({ isError, refetch }: Pick<UseQueryResult, 'isError' | 'refetch'>): void {
  const [hasFailedOnServer] = useState(isError);
  useEffect(() => {
    if (hasFailedOnServer) refetch();
  }, [hasFailedOnServer, refetch]);
}
