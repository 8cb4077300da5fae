import { parse } from 'regexparam';
import { isLanguage } from '#src/contract/languages.ts';
import { isStreamId } from '#src/contract/streams.ts';
import type { PageParams } from '#src/page/navigation/navigation-context.tsx';

/** The part of a route that decides whether it answers. */
export interface Pattern {
  /** `:language` matches our languages and `:streamId` the streams alone. */
  readonly pattern: string;
  /** Whether the page stands by itself, without navigation, player bar and footer. */
  readonly isBare?: boolean;
}

export interface FoundRoute<Route> {
  readonly route: Route;
  readonly params: PageParams;
  /** Whether there is no such thing: the route then says so. */
  readonly isMissing: boolean;
}

const NOTHING_NAMED: PageParams = { streamId: null, name: '' };

/**
 * Finds the first route whose pattern an address has.
 * @param notFound answers all other addresses, and those that name an unknown stream. A bare page says so
 * itself.
 */
export function routeFinder<Route extends Pattern>(
  routes: readonly Route[],
  notFound: Route,
): (pathname: string) => FoundRoute<Route> {
  const matchers = routes.map((route) => {
    // The library takes a dot for any sign, and capitals for small letters.
    const { keys, pattern } = parse(route.pattern.replaceAll('.', '\\.'));
    return { route, keys, pattern: new RegExp(pattern.source) };
  });
  return (pathname) => {
    for (const { route, keys, pattern } of matchers) {
      const match = pattern.exec(pathname);
      if (match === null) continue;
      const values = Object.fromEntries(keys.map((key, at) => [key, decoded(match[at + 1] ?? '')]));
      if (values.language !== undefined && !isLanguage(values.language)) continue;
      const streamId = isStreamId(values.streamId) ? values.streamId : null;
      const params: PageParams = { streamId, name: values.name ?? '' };
      if (values.streamId === undefined || streamId !== null) return { route, params, isMissing: false };
      if (route.isBare) return { route, params, isMissing: true };
    }
    return { route: notFound, params: NOTHING_NAMED, isMissing: true };
  };
}

/** A segment that cannot be decoded stands for itself, and nothing has that name. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
