import type { Language } from '#src/contract/languages.ts';
import type { TextGroup } from '#src/i18n/areas.ts';
import { groupsIn, loadTexts } from '#src/i18n/loaded-texts.ts';
import { languageOfAddress } from '#src/page/address/address-rules.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { lateStyles } from '#src/page/navigation/late-styles.ts';
import { whenReachable } from '#src/page/navigation/when-reachable.ts';
import { streamsQuery } from '#src/page/on-air/streams.query.ts';
import type { PageModule } from '#src/page/page-module.ts';
import { type Ask, askInBrowser } from '#src/page/wire/ask.ts';
import { queriesOf } from '#src/page/wire/query-client.ts';
import type { FoundRoute } from './match-route.ts';
import type { OpenPage, PageState } from './open-page.ts';
import { findRoute, type Route } from './routes.ts';

/**
 * Opens the page of an address: fetches its script, its texts, and what it is not shown without.
 * @param shown the page that is left
 * @throws when the radio has been renewed and its scripts are gone
 */
export async function openInBrowser(browser: Browser, url: URL, shown: PageState): Promise<OpenPage> {
  const found = findRoute(url.pathname);
  const language = languageOfAddress(url, shown.language);
  const ask = askInBrowser(queriesOf(browser));
  // A dialog that is open goes on in the new language.
  const fetchAll = () => fetchParts(found.route, language, groupsIn(shown.language));
  const [module, streams] = await Promise.all([
    fetchAll(),
    // Should the streams' own words in another language not come, the old ones stay.
    language === shown.language
      ? shown.station.streams
      : queriesOf(browser)
          .fetchQuery({ ...streamsQuery(language), retry: false })
          .catch(() => shown.station.streams),
  ]);
  const state: PageState = {
    language,
    station: { ...shown.station, streams },
    openedMs: Date.now(),
    pageStream: null,
    problem: found.isMissing && found.route.isBare ? 'missing' : null,
  };
  const loaded = await load(ask, found, module, state, url);
  // So does one that was asked for meanwhile; all else is there.
  await fetchAll();
  return {
    ...state,
    ...loaded,
    route: found.route,
    params: found.params,
    module,
  };
}

/**
 * The script of a page, with its styles, its texts and those of every page in the language.
 * @param more groups of texts that it needs beside its own
 */
export async function fetchParts(
  route: Route,
  language: Language,
  more: readonly TextGroup[] = [],
): Promise<PageModule> {
  const groups: readonly TextGroup[] = ['core', ...route.texts, ...more];
  const [module] = await Promise.all([
    whenReachable(route.page),
    ...groups.map((group) => whenReachable(() => loadTexts(group, language))),
  ]);
  await lateStyles();
  return module;
}

async function load(
  ask: Ask,
  { params }: FoundRoute<Route>,
  { load }: PageModule,
  { language, station, openedMs }: PageState,
  url: URL,
): Promise<Partial<PageState>> {
  if (load === undefined) return {};
  try {
    const search = url.searchParams;
    const { pageStream = null } = await load({
      params,
      search,
      language,
      station,
      openedMs,
      ask,
    });
    return { pageStream };
  } catch (error) {
    console.error(error);
    return { problem: 'failed' };
  }
}
