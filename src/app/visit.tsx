import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import type { Browser } from '#src/page/browser/browser.ts';
import type { Navigator, Shown } from '#src/page/navigation/navigator.ts';
import { App } from './app.tsx';
import type { OpenPage } from './open-page.ts';

/** The page that the visitor has gone to. The one before stays while the next is fetched. */
export function Visit(props: {
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
