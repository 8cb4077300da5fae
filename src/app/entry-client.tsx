import { StrictMode, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { rememberTextAddresses } from '#src/i18n/loaded-texts.ts';
import { ruleAddress } from '#src/page/address/address-rules.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { followStyles } from '#src/page/navigation/late-styles.ts';
import { Navigator, type Shown } from '#src/page/navigation/navigator.ts';
import { unpackAnswers } from '#src/page/wire/ask.ts';
import { queriesOf } from '#src/page/wire/query-client.ts';
import { App } from './app.tsx';
import { createBrowser } from './create-browser.ts';
import { STATE_ID } from './document.tsx';
import { takeEarlyPresses } from './early-presses.ts';
import { fetchParts, openInBrowser } from './open-in-browser.ts';
import type { DocumentState, OpenPage } from './open-page.ts';
import { findRoute } from './routes.ts';
import { startBrowser } from './start-browser.ts';

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

/** The page that the visitor has gone to. The one before stays while the next is fetched. */
function Visit(props: {
  browser: Browser;
  navigator: Navigator<OpenPage>;
  /** Called for each page that is shown, once it hears. */
  follow: (shown: Shown<OpenPage>) => Disposable | null;
  /** Called once everything hears, and it is known who is here. */
  onAlive: () => void;
}) {
  const { browser, navigator, follow, onAlive } = props;
  const [shown, setShown] = useState(navigator.shown);
  const [isLeaving, setLeaving] = useState(false);
  useScroll(shown);
  useEffect(() => {
    const following = navigator.start({
      leaving: () => setLeaving(true),
      show: (next) =>
        startTransition(() => {
          setShown(next);
          setLeaving(false);
        }),
    });
    return () => following[Symbol.dispose]();
  }, [navigator]);
  useEffect(() => {
    const following = follow(shown);
    return () => following?.[Symbol.dispose]();
  }, [follow, shown]);
  useEffect(() => {
    const alive = browser.clock.after(0, onAlive);
    return () => alive[Symbol.dispose]();
  }, [browser, onAlive]);
  const { page, address } = shown;
  return <App {...{ browser, page, address, isLeaving }} navigation={navigator} />;
}

/** Puts each page that is shown where it belongs before it is seen. */
function useScroll(shown: Shown<unknown>): void {
  useLayoutEffect(() => scrollPage(shown.scroll), [shown]);
}

function scrollPage(scroll: Shown<unknown>['scroll']): void {
  if (scroll === null) return;
  const target = typeof scroll === 'string' ? elementOf(scroll) : null;
  if (target !== null) target.scrollIntoView();
  else window.scrollTo({ top: typeof scroll === 'number' ? scroll : 0, behavior: 'instant' });
}

function elementOf(fragment: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(fragment.slice(1)));
  } catch {
    // A fragment that cannot be decoded names nothing.
    return null;
  }
}
