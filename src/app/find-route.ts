import { parse } from 'regexparam';
import { isLanguage } from '#src/contract/languages.ts';
import { isStreamId } from '#src/contract/streams.ts';
import type { PageParams } from '#src/page/navigation/page-params.ts';
import { NOT_FOUND, ROUTES, type Route } from './routes.ts';

export interface FoundRoute {
  readonly route: Route;
  readonly params: PageParams;
  /** Whether there is no such thing: the route then says so. */
  readonly isMissing: boolean;
}

/** The library takes a dot for any sign. */
const MATCHERS = ROUTES.map((route) => ({ route, ...parse(route.pattern.replaceAll('.', '\\.')) }));

/** @param pathname as the address has it, percent-encoded */
export function findRoute(pathname: string): FoundRoute {
  for (const { route, keys, pattern } of MATCHERS) {
    const match = pattern.exec(pathname);
    if (match === null) continue;
    const said = Object.fromEntries(keys.map((key, at) => [key, decoded(match[at + 1] ?? '')]));
    if (said.language !== undefined && !isLanguage(said.language)) continue;
    const streamId = isStreamId(said.streamId) ? said.streamId : null;
    const params: PageParams = { streamId, name: said.name ?? '' };
    if (said.streamId === undefined || streamId !== null) return { route, params, isMissing: false };
    if (route.isBare) return { route, params, isMissing: true };
  }
  return { route: NOT_FOUND, params: { streamId: null, name: '' }, isMissing: true };
}

/** What nobody can decode stands for itself, and is found nowhere. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
