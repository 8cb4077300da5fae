import type { Language } from '#src/contract/languages.ts';
import { LINK_TOKEN_KEY } from '#src/features/accounts/mail-pages/use-link-token.ts';
import { installOfferScript } from '#src/features/install/install-offer.ts';
import { earlyPlayScript } from '#src/features/player/sound/early-play.ts';
import { type TextAddresses, textsName } from '#src/i18n/loaded-texts.ts';
import type { InlineTexts } from '#src/page/address/rendered-page.ts';
import type { StationFacts } from '#src/page/on-air/station-context.tsx';
import { streamSheet } from '#src/page/on-air/stream-colour.ts';
import { memberMarkScript } from '#src/page/session/member-mark.ts';
import { arrivalScript } from '#src/page/session/sign-in-arrival.ts';
import { themeScript } from '#src/page/theme/theme.ts';
import onestCyrillic from '#src/ui/styles/fonts/onest-cyrillic.woff2?url';
import onestLatin from '#src/ui/styles/fonts/onest-latin.woff2?url';
import unboundedCyrillic from '#src/ui/styles/fonts/unbounded-cyrillic.woff2?url';
import unboundedLatin from '#src/ui/styles/fonts/unbounded-latin.woff2?url';
import type { DocumentParts } from './document.tsx';
import { EARLY_LANGUAGE_KEY, earlyPressesScript } from './early-presses.ts';
import type { PageAssets } from './page-assets.ts';
import type { Route } from './routes.ts';

const LATIN = [onestLatin, unboundedLatin];
const CYRILLIC = [onestCyrillic, unboundedCyrillic];
/**
 * The first keeps a token out of everything that follows. What the head names before them (a picture, the
 * icons) learns nothing of the address: `Referrer-Policy` is a header.
 */
const EARLY_SCRIPTS = [
  arrivalScript(LINK_TOKEN_KEY, EARLY_LANGUAGE_KEY),
  themeScript(),
  memberMarkScript(),
  earlyPlayScript(),
  earlyPressesScript(),
  installOfferScript(),
];

/**
 * @param file the page's module below `src/features`; undefined for the home page
 * @param state what the browser goes on with
 */
export function documentParts(
  { texts }: Pick<Route, 'texts'>,
  {
    file,
    station,
    language,
    assets,
    state,
  }: {
    file: string | undefined;
    station: StationFacts;
    language: Language;
    assets: PageAssets;
    state: string;
  },
): DocumentParts {
  const { scripts, styles } = assets.of(file);
  const catalogues = (['core', ...texts] as const).flatMap((group) => assets.texts(group, language));
  return {
    station: station.name,
    streamColours: streamSheet(station.streams),
    earlyScripts: EARLY_SCRIPTS,
    ...(assets.preamble !== undefined && { preamble: assets.preamble }),
    startScript: startScript([...scripts, ...catalogues]),
    fonts: language === 'ru' ? CYRILLIC : LATIN,
    styles,
    state: state.replaceAll('<', '\\u003c'),
  };
}

/**
 * Where the browser finds the texts of a page without asking for the list of all; development has no such
 * places.
 */
export function textAddresses(
  { texts }: Pick<Route, 'texts'>,
  language: Language,
  assets: PageAssets,
): TextAddresses {
  const places = (['core', ...texts] as const).flatMap((group) => {
    const [address] = assets.texts(group, language);
    return address === undefined ? [] : [[textsName(group, language), address] as const];
  });
  return Object.fromEntries(places);
}

/** The inline parts of a document, as the browser reads them. */
export function inlineTexts(parts: DocumentParts): InlineTexts {
  const { earlyScripts, startScript, streamColours, styles } = parts;
  return {
    scripts: [...earlyScripts, startScript],
    styles: [streamColours, ...styles.flatMap(({ text }) => text ?? [])],
  };
}

/** What is painted is told once it is there to be seen; a page in the background paints nothing. */
const SHOWN =
  'await new Promise((go)=>{const shown=()=>new PerformanceObserver(()=>setTimeout(go)).observe({type:"paint",buffered:true});if(document.readyState==="complete")shown();addEventListener("load",shown);setTimeout(go,1000)});';

/** While the radio is out of reach the page can be read and heard; the pause before it is asked again. */
const ASK_AGAIN_MS = 2_000;

/**
 * The text of the module that starts a page: leaves the line to what is seen, and asks for all scripts at
 * once when that is there, or a second after the document. The links tell the loader of scripts that these
 * are under way. Those that got lost on the way are asked for again [R126]. What is pressed until then is
 * heard all the same (`features/player/early-play.ts`, `early-presses.ts`). See docs/decisions/013.
 * @param scripts addresses; the first is the entry's
 */
function startScript(scripts: readonly string[]): string {
  return `${SHOWN}for(const script of ${JSON.stringify(scripts)}){const link=document.createElement("link");link.rel="modulepreload";link.href=script;document.head.append(link);const load=()=>import(script).catch(()=>setTimeout(load,${ASK_AGAIN_MS}));load()}`;
}
