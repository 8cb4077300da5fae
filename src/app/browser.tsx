import { startTransition, useEffect, useState } from 'react';
import type { Navigator } from '#src/page/navigation/navigator.ts';
import { useScroll } from '#src/page/navigation/use-scroll.ts';
import { browserQueryClient } from '#src/page/wire/query-client.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { App } from './app.tsx';
import type { OpenPage } from './open-page.ts';

/** The page that the visitor has gone to. The one before stays while the next is fetched. */
export function Browser(props: {
  navigator: Navigator<OpenPage>;
  /** Called once everything hears, and it is known who is here. */
  onAlive: () => void;
}) {
  const { navigator, onAlive } = props;
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
    const alive = systemClock.after(0, onAlive);
    return () => alive[Symbol.dispose]();
  }, [onAlive]);
  const { page, address } = shown;
  return <App {...{ page, address, isLeaving }} navigation={navigator} queries={browserQueryClient} />;
}
