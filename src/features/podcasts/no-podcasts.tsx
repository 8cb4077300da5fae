import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import styles from './no-podcasts.module.css';

/** For a stream without shows: what will be here, and the way back to the music. */
export function NoPodcasts({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { name } = useStream(streamId);
  return (
    <div className={styles.card}>
      <svg className={styles.wave} width="66" height="40" viewBox="0 0 40 24" aria-hidden="true">
        <path d="M2 12c4-14 8-14 12 0s8 14 12 0 8-14 12 0" />
      </svg>
      <h2>{text('programme.podcasts.empty')}</h2>
      <p>{text('programme.podcasts.empty-text', { stream: name })}</p>
      <Link to={homePath(language, streamId)} className={buttonClass('line')}>
        {text('frame.not-found.home')}
      </Link>
    </div>
  );
}
