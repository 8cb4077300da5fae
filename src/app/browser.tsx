import { startTransition, useEffect, useState } from 'react';
import type { Navigator } from '#src/page/navigation/navigator.ts';
import { useScroll } from '#src/page/navigation/use-scroll.ts';
import { browserQueryClient } from '#src/page/wire/query-client.ts';
import { App } from './app.tsx';
import type { OpenPage } from './open-page.ts';

/** The page that the visitor has gone to. The one before stays while the next is fetched. */
export function Browser({ navigator }: { navigator: Navigator<OpenPage> }) {
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
  const { page, address } = shown;
  return <App {...{ page, address, isLeaving }} navigation={navigator} queries={browserQueryClient} />;
}
