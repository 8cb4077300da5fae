import { type ReactNode, Suspense } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { SlotPlace } from '#src/features/slots/slot-place.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { fetchedPart } from '#src/page/navigation/fetched-part.ts';
import { useIsLeaving } from '#src/page/navigation/navigation-context.tsx';
// Its script comes late, the footer itself with the document: so do its looks.
import './footer/footer.module.css';
import styles from './frame.module.css';
import { Nav } from './nav/nav.tsx';

/** Stands in the document, and comes to life after the page: its links are the browser's own until then. */
const Footer = fetchedPart(() => import('./later/later.ts').then(({ later }) => later.Footer), FooterAsDrawn);

/**
 * Without its script the footer stays as the document brought it: React leaves markup alone that it is told
 * to.
 */
function FooterAsDrawn() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing of its own
  return <footer suppressHydrationWarning dangerouslySetInnerHTML={NOTHING} />;
}
const NOTHING = { __html: '' };

/** Navigation bar, the page, footer. */
export function Frame(props: { pathStream: StreamId | null; children: ReactNode }) {
  const text = useText();
  return (
    <>
      <OnItsWay />
      <a className={styles.skip} href="#main">
        {text('frame.skip')}
      </a>
      <a className={styles.skip} href="#player">
        {text('frame.skip-player')}
      </a>
      <Nav pathStream={props.pathStream} />
      <SlotPlace place="leaderboard" />
      <main id="main" className={styles.main} tabIndex={-1}>
        {props.children}
      </main>
      <Suspense>
        <Footer />
      </Suspense>
    </>
  );
}

/** Shows that the next page is loading [R120]. */
function OnItsWay() {
  return useIsLeaving() && <i className={styles.way} data-way="" />;
}
