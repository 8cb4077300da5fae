import { LANGUAGES } from '#src/contract/languages.ts';
import { isTextGroup, TEXT_GROUPS } from '#src/i18n/areas.ts';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { languageOfPath } from '#src/page/address/address-rules.ts';
import { answerAddress } from '#src/page/address/answer-address.ts';
import { NOTHING_INLINE, type RenderedPage } from '#src/page/address/rendered-page.ts';
import type { Navigation } from '#src/page/navigation/navigation-context.tsx';
import { unpackAnswers } from '#src/page/wire/ask.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';
import { queriesOf } from '#src/page/wire/query-client.ts';
import { App } from './app.tsx';
import { createBrowser } from './create-browser.ts';
import { documentParts, inlineTexts, textAddresses } from './document-parts.ts';
import { drawDocument } from './draw-document.ts';
import { answerEmbed } from './embed-document.tsx';
import type { FoundRoute } from './match-route.ts';
import { openOnServer } from './open-on-server.ts';
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
  const parts = documentParts(route, { file, station: state.station.name, language, assets, state: json });
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
