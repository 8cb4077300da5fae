import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';
import styles from './coming-page.module.css';
import { comingPageOf } from './coming-pages.ts';

/** Stands where a page will be: its title, what it will be good for, and the way back to the music. */
export function Page() {
  const text = useText();
  const page = comingPageOf(useAddress().pathname);
  const home = homePath(useLanguage(), useShownStream(null));
  const title = text(page.title);
  return (
    <>
      <PageHead title={title} description={text(page.text)} isIndexed={false} />
      <Band title={title} lead={text(page.text)} />
      <div className={styles.page}>
        <EmptyState title={text('pages.coming')}>
          <p>{text('pages.coming.text')}</p>
          <Link to={home} className={buttonClass('line')}>
            {text('frame.not-found.home')}
          </Link>
        </EmptyState>
      </div>
    </>
  );
}
