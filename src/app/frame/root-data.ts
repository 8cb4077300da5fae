import type { DehydratedState } from '@tanstack/react-query';
import type { RouterContextProvider } from 'react-router';
import type { Language } from '#src/contract/languages.ts';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { negotiateLanguage } from '#src/i18n/negotiation/accept-language.ts';
import { languageAsked, languageOfAddress } from '#src/page/address/address-rules.ts';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import type { StationFacts } from '#src/page/on-air/station-context.tsx';
import { stationFacts } from '#src/page/on-air/station-facts.ts';
import { streamsQuery } from '#src/page/on-air/streams.query.ts';
import { pageServices } from '#src/page/page-services.ts';
import { whenReachable } from '#src/page/when-reachable.ts';
import { loadOnServer } from '#src/page/wire/load-on-server.ts';
import { browserQueryClient } from '#src/page/wire/query-client.ts';

/** What every page has: its language, the station, what is on air. */
export interface RootData {
  readonly language: Language;
  readonly station: StationFacts;
  readonly queries: DehydratedState | undefined;
}

export async function loadRootOnServer(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<RootData> {
  const services = context.get(pageServices);
  const language = languageOfRequest(request);
  return {
    language,
    station: stationFacts(services.station(), language),
    queries: await loadOnServer(services, [nowPlayingQuery]),
  };
}

/** The stand-alone player's address names no language: it is in what the visitor reads. */
function languageOfRequest(request: Request): Language {
  const address = new URL(request.url);
  const wished = address.pathname.startsWith('/player/')
    ? negotiateLanguage(request.headers.get('Accept-Language'))
    : null;
  return wished ?? languageOfAddress(address);
}

let shown: RootData | null = null;

/** Keeps what the page shows, for the next change of language. */
export function rememberRoot(data: RootData): void {
  shown = data;
}

/** After a change of language: its texts, and the streams' own words. Should these words not come, the old ones stay. */
export async function loadRootInBrowser(
  request: Request,
  askServer: () => Promise<RootData>,
): Promise<RootData> {
  const before = shown ?? (await askServer());
  const language = languageAsked(new URL(request.url)) ?? before.language;
  const [streams] = await Promise.all([
    browserQueryClient.fetchQuery(streamsQuery(language)).catch(() => before.station.streams),
    whenReachable(() => loadTexts('core', language)).catch(() => leaveFor(request.url)),
  ]);
  return { language, station: { ...before.station, streams }, queries: undefined };
}

/** The radio has been renewed and this page's parts are gone: the whole page comes anew. */
function leaveFor(address: string): Promise<never> {
  location.assign(address);
  return new Promise(() => {});
}
