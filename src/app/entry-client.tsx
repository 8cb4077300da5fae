import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { rememberTextAddresses } from '#src/i18n/loaded-texts.ts';
import { ruleAddress } from '#src/page/address/address-rules.ts';
import { followStyles } from '#src/page/navigation/late-styles.ts';
import { Navigator } from '#src/page/navigation/navigator.ts';
import { unpackAnswers } from '#src/page/wire/ask.ts';
import { queriesOf } from '#src/page/wire/query-client.ts';
import { createBrowser } from './create-browser.ts';
import { STATE_ID } from './document.tsx';
import { takeEarlyPresses } from './early-presses.ts';
import { fetchParts, openInBrowser } from './open-in-browser.ts';
import type { DocumentState, OpenPage } from './open-page.ts';
import { findRoute } from './routes.ts';
import { startBrowser } from './start-browser.ts';
import { Visit } from './visit.tsx';

/** Brings the document to life: the same page with the same texts must be there before React compares. */
async function start(): Promise<void> {
  followStyles();
  const { queries, texts, ...state } = readState();
  rememberTextAddresses(texts);
  const browser = createBrowser(state.station.apiKey, (...way) => navigator.navigate(...way));
  const { route, params } = findRoute(location.pathname);
  const module = await fetchParts(route, state.language);
  unpackAnswers(queriesOf(browser), queries);
  const first: OpenPage = { ...state, route, params, module };
  const navigator = new Navigator<OpenPage>(window, first, {
    isPage: (pathname) => ruleAddress(pathname).kind === 'page',
    open: (url, shown) => openInBrowser(browser, url, shown),
    // What does not come now is fetched again when it is wanted.
    prepare: ({ pathname }) =>
      void findRoute(pathname)
        .route.page()
        .catch(() => {}),
  });
  const follow = startBrowser(browser);
  // Not earlier: React hears what is pressed while it hydrates.
  const pressAgain = takeEarlyPresses(browser);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Visit {...{ browser, navigator, follow }} onAlive={pressAgain} />
      </StrictMode>,
    );
  });
}

function readState(): DocumentState {
  return JSON.parse(document.getElementById(STATE_ID)?.textContent ?? '');
}

// Not waited for here: the page's script imports this one.
void start();
