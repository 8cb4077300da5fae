import { type Ask, askAll } from './ask.ts';
import type { PageQuery } from './page-query.ts';

/** The outcome of looking up a page's subject. */
export interface MainQueryAnswer<T> {
  readonly status: 200 | 404 | 503;
  /** The subject of the page; null when there is none. */
  readonly found: T | null;
}

/**
 * Asks for the subject of a page, then for the data that depends on it. Nothing found: the page's status is
 * 404; no answer: 503.
 * @param dependents the queries that a found subject needs; none by default
 */
export async function loadMainQuery<T>(
  ask: Ask,
  query: PageQuery<T | null>,
  dependents: (found: T) => readonly PageQuery<unknown>[] = () => [],
): Promise<MainQueryAnswer<T>> {
  const found = await ask(query).catch(() => undefined);
  if (found === undefined) return { status: 503, found: null };
  if (found === null) return { status: 404, found: null };
  await askAll(ask, dependents(found));
  return { status: 200, found };
}
