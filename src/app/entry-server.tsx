import { QueryClient } from '@tanstack/react-query';
import { LANGUAGES, type Language } from '#src/contract/languages.ts';
import { slotsQuery } from '#src/features/slots/slots.query.ts';
import { isTextGroup, TEXT_GROUPS } from '#src/i18n/areas.ts';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { negotiateLanguage } from '#src/i18n/negotiation/accept-language.ts';
import { languageOfAddress, languageOfPath } from '#src/page/address/address-rules.ts';
import { answerAddress } from '#src/page/address/answer-address.ts';
import { NOTHING_INLINE, type RenderedPage } from '#src/page/address/rendered-page.ts';
import type { Navigation } from '#src/page/navigation/navigation-context.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { stationFacts } from '#src/page/on-air/station-facts.ts';
import type { PageAnswer } from '#src/page/page-module.ts';
import { askAll, askOnServer, packAnswers, unpackAnswers } from '#src/page/wire/ask.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';
import { queriesOf } from '#src/page/wire/query-client.ts';
import { App } from './app.tsx';
import { createBrowser } from './create-browser.ts';
import { documentParts, inlineTexts, textAddresses } from './document-parts.ts';
import { drawDocument } from './draw-document.ts';
import { answerEmbed } from './embed-document.tsx';
import type { FoundRoute } from './match-route.ts';
import type { DocumentState, ServedState } from './open-page.ts';
import type { PageAssets } from './page-assets.ts';
import { readPageFiles } from './page-files.ts';
import { findRoute, type Route } from './routes.ts';

await Promise.all(
  Object.keys(TEXT_GROUPS)
    .filter(isTextGroup)
    .flatMap((group) => LANGUAGES.map((language) => loadTexts(group, language))),
);

const fileOf = await readPageFiles();

/** The web process's services for pages. */
export interface PageHost {
  readonly services: PageServices;
  readonly assets: PageAssets;
}

/**
 * Answers the address of a page. The document is whole: no part of a page comes late, since nothing in it is
 * slow or personal.
 */
export async function renderPage(request: Request, host: PageHost): Promise<RenderedPage> {
  const { services } = host;
  const embed = answerEmbed(request, { services, files: host.assets.embed });
  if (embed !== null) return embed;
  const elsewhere = answerAddress(request, services.station().name);
  if (elsewhere !== null) return elsewhere;
  const { pathname } = new URL(request.url);
  const found = findRoute(pathname);
  const { status, movedTo, state } = await openOnServer(request, found, {
    services,
    onFailure: console.error,
  });
  if (movedTo !== undefined)
    return { status: 301, headers: { location: movedTo }, body: '', inline: NOTHING_INLINE };
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    ...(languageOfPath(pathname) === null && { vary: 'Accept-Language' }),
  };
  try {
    const { hasFailed, ...document } = await renderDocument(request, found, state, host);
    return { status: hasFailed ? 500 : status, headers, ...document };
  } catch {
    // It has been logged already.
    const failed: ServedState = { ...state, problem: 'failed' };
    const { body, inline } = await renderDocument(request, found, failed, host);
    return { status: 500, headers, body, inline };
  }
}

/** @throws what the page throws outside of its small parts */
async function renderDocument(
  request: Request,
  { route, params }: FoundRoute<Route>,
  state: ServedState,
  { assets }: PageHost,
): Promise<Pick<RenderedPage, 'body' | 'inline'> & { hasFailed: boolean }> {
  const { language } = state;
  const json = JSON.stringify({ ...state, texts: textAddresses(route, language, assets) });
  const module = await route.page();
  const file = fileOf(module);
  const parts = documentParts(route, { file, station: state.station, language, assets, state: json });
  // The browser gets what is drawn here, failures included.
  const { queries, texts: _, ...carried }: DocumentState = JSON.parse(json);
  const { pathname, search } = new URL(request.url);
  const draw = () => {
    const browser = createBrowser(carried.station.apiKey, STANDING.navigate);
    unpackAnswers(queriesOf(browser), queries);
    return (
      <App
        page={{ ...carried, route, params, module }}
        address={{ pathname, search, hash: '' }}
        isLeaving={false}
        navigation={STANDING}
        browser={browser}
        parts={parts}
      />
    );
  };
  return { ...(await drawDocument(draw)), inline: inlineTexts(parts) };
}

/** There is no navigation while a document is written. */
const STANDING: Navigation = { navigate() {}, prepare() {} };

/** A page that the document of an address shows. */
interface ServedPage extends Pick<PageAnswer, 'movedTo'> {
  readonly status: number;
  readonly state: ServedState;
}

/**
 * Asks in process for all data that a document brings along.
 * @param onFailure gets the error of `load`; the document then says that the page failed
 */
async function openOnServer(
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
