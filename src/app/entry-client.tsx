import { hydrate } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { knowTexts } from '#src/i18n/loaded-texts.ts';
import { ruleAddress } from '#src/page/address/address-rules.ts';
import { followStyles } from '#src/page/navigation/late-styles.ts';
import { Navigator } from '#src/page/navigation/navigator.ts';
import { rememberClientKey } from '#src/page/wire/client-key.ts';
import { browserQueryClient } from '#src/page/wire/query-client.ts';
import { Browser } from './browser.tsx';
import { STATE_ID } from './document.tsx';
import { takeEarlyPresses } from './early-presses.ts';
import { findRoute } from './find-route.ts';
import { fetchParts, openInBrowser } from './open-in-browser.ts';
import type { DocumentState, OpenPage } from './open-page.ts';

/** Brings the document to life: the same page with the same texts must be there before React compares. */
async function start(): Promise<void> {
  followStyles();
  const { queries, texts, ...state } = readState();
  knowTexts(texts);
  rememberClientKey(state.station.apiKey);
  const { route, params } = findRoute(location.pathname);
  const module = await fetchParts(route, state.language);
  hydrate(browserQueryClient, queries);
  const first: OpenPage = { ...state, route, params, module };
  const navigator = new Navigator<OpenPage>(window, first, {
    isPage: (pathname) => ruleAddress(pathname).kind === 'page',
    open: openInBrowser,
    // What does not come now is fetched again when it is wanted.
    prepare: ({ pathname }) =>
      void findRoute(pathname)
        .route.page()
        .catch(() => {}),
  });
  // Not earlier: React hears what is pressed while it hydrates.
  const pressAgain = takeEarlyPresses();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Browser navigator={navigator} onAlive={pressAgain} />
      </StrictMode>,
    );
  });
}

function readState(): DocumentState {
  return JSON.parse(document.getElementById(STATE_ID)?.textContent ?? '');
}

// Not waited for here: the page's script imports this one.
void start();
