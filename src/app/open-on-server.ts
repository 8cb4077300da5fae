import { QueryClient } from '@tanstack/react-query';
import type { Language } from '#src/contract/languages.ts';
import { slotsQuery } from '#src/features/slots/slots.query.ts';
import { negotiateLanguage } from '#src/i18n/negotiation/accept-language.ts';
import { languageOfAddress } from '#src/page/address/address-rules.ts';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { stationFacts } from '#src/page/on-air/station-facts.ts';
import type { PageAnswer } from '#src/page/page-module.ts';
import { askAll, askOnServer, packAnswers } from '#src/page/wire/ask.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';
import type { FoundRoute } from './match-route.ts';
import type { ServedState } from './open-page.ts';
import type { Route } from './routes.ts';

/** A page that the document of an address shows. */
export interface ServedPage extends Pick<PageAnswer, 'movedTo'> {
  readonly status: number;
  readonly state: ServedState;
}

/**
 * Asks in process for all data that a document brings along.
 * @param onFailure gets the error of `load`; the document then says that the page failed
 */
export async function openOnServer(
  request: Request,
  { route, params, isMissing }: FoundRoute<Route>,
  { services, onFailure }: { services: PageServices; onFailure(error: unknown): void },
): Promise<ServedPage> {
  const language = languageOfRequest(request);
  const station = stationFacts(services.station(), language);
  const openedMs = Date.now();
  // A query of the frame and of the page is asked once.
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const ask = askOnServer(client, services);
  const search = new URL(request.url).searchParams;
  const { load } = await route.page();
  await askAll(ask, [nowPlayingQuery, ...(route.isBare ? [] : [slotsQuery])]);
  const answer: PageAnswer | null =
    load === undefined
      ? {}
      : await load({ params, search, language, station, openedMs, ask }).catch((error: unknown) => {
          onFailure(error);
          return null;
        });
  const { status = isMissing ? 404 : 200, movedTo, pageStream = null } = answer ?? { status: 500 };
  const problem = answer === null ? 'failed' : isMissing && route.isBare ? 'missing' : null;
  const queries = packAnswers(client);
  return {
    status,
    ...(movedTo !== undefined && { movedTo }),
    state: { language, station, openedMs, pageStream, problem, queries },
  };
}

function languageOfRequest(request: Request): Language {
  return languageOfAddress(new URL(request.url), negotiateLanguage(request.headers.get('Accept-Language')));
}
