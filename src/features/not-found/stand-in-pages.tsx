import { SeaNumber } from '#src/features/not-found/sea-number.tsx';
import { useShownStream } from '#src/features/player/engine/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath, streamPagePath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './stand-in-pages.module.css';

/** Stands in for the page of a track or an artist that the radio does not know [A11, R30]. */
export function PageMissing({ title, lead }: { title: string; lead: string }) {
  const text = useText();
  const language = useLanguage();
  const streamId = useShownStream(null);
  return (
    <Band isTall figure={<SeaNumber number="404" />} title={title} lead={lead}>
      <PageHead title={title} isIndexed={false} />
      <Link
        to={streamPagePath(language, streamId, 'page-search.html')}
        className={buttonClass('ink', 'large')}
      >
        <Icon name="search" />
        {text('frame.nav.what-was-that')}
      </Link>
      <Link to={homePath(language, streamId)} className={buttonClass('ghost', 'large')}>
        {text('frame.not-found.home')}
      </Link>
    </Band>
  );
}

/** Stands in for a page whose data did not come. */
export function PageFailure(props: { title: string; words: string; error: unknown; onRetry: () => void }) {
  return (
    <>
      <PageHead title={props.title} isIndexed={false} />
      <Band title={props.title} />
      <div className={styles.page}>
        <RetryNotice title={props.words} error={props.error} retry={props.onRetry} />
      </div>
    </>
  );
}
