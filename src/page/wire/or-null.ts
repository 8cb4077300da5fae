import { CallError } from './call-error.ts';
import type { PageQuery } from './page-query.ts';

/** The codes for a name that cannot exist, one that is too long for instance. */
const UNNAMEABLE = 'invalid_parameter';

/**
 * The same query, with null for "there is no such thing": an answer, not a failure.
 * @param code the failure code that means it
 */
export function orNull<T>(query: PageQuery<T>, code: string): PageQuery<T | null> {
  const settle = async (answer: Promise<T>) => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof CallError && (error.code === code || error.code === UNNAMEABLE)) return null;
      throw error;
    }
  };
  return {
    queryKey: query.queryKey,
    queryFn: (context) => settle(query.queryFn(context)),
    onServer: (services) => settle(query.onServer(services)),
  };
}
