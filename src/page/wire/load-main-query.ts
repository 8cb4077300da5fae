import type { DehydratedState } from '@tanstack/react-query';
import type { PageServices } from '#src/page/page-services.ts';
import { loadOnServer } from './load-on-server.ts';
import type { PageQuery } from './page-query.ts';

/** What a page's loader gives: the answers, and the HTTP status of the page. */
export interface MainQueryAnswer<T> {
  readonly queries: DehydratedState;
  readonly status: 200 | 404 | 503;
  /** What the page is about; null when there is none. */
  readonly found: T | null;
}

/**
 * Asks for what a page is about, then for what depends on that. Nothing found: the page's status is 404; no answer: 503.
 * @param dependents the queries that a found thing calls for
 */
export async function loadMainQuery<T>(
  services: PageServices,
  query: PageQuery<T | null>,
  dependents: (found: T) => readonly PageQuery<unknown>[],
): Promise<MainQueryAnswer<T>> {
  const answer = query.onServer(services);
  const found = await answer.catch(() => undefined);
  const rest = found === undefined || found === null ? [] : dependents(found);
  const queries = await loadOnServer(services, [{ ...query, onServer: () => answer }, ...rest]);
  if (found === undefined) return { queries, status: 503, found: null };
  return { queries, status: found === null ? 404 : 200, found };
}
