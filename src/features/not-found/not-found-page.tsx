import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath, streamPagePath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { SeaNumber } from './stand-in-pages.tsx';

/** The page of an unknown address below a language [A11]. */
export function Page() {
  const text = useText();
  const language = useLanguage();
  const streamId = useShownStream(null);
  return (
    <Band
      isTall
      figure={<SeaNumber number="404" />}
      title={text('pages.not-found.title')}
      lead={text('pages.not-found.text')}
    >
      <PageHead title={text('frame.not-found')} isIndexed={false} />
      <Link to={homePath(language, streamId)} className={buttonClass('ink', 'large')}>
        {text('frame.not-found.home')}
      </Link>
      <Link
        to={streamPagePath(language, streamId, 'page-search.html')}
        className={buttonClass('ghost', 'large')}
      >
        <LaterIcon name="search" />
        {text('frame.nav.what-was-that')}
      </Link>
    </Band>
  );
}
