import type { PageQuery } from './page-query.ts';
import { WireError } from './wire-error.ts';

/** The same query, with null for "there is no such thing": an answer, not a failure. @param code the wire's word for it */
export function orNull<T>(query: PageQuery<T>, code: string): PageQuery<T | null> {
  const settle = async (answer: Promise<T>) => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof WireError && error.code === code) return null;
      throw error;
    }
  };
  return {
    queryKey: query.queryKey,
    queryFn: (context) => settle(query.queryFn(context)),
    onServer: (services) => settle(query.onServer(services)),
  };
}
