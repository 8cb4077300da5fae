import { Link } from 'react-router';
import { useStation, useStream } from '#src/features/on-air/station-context.tsx';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { ShareMenu } from '#src/features/share/share-menu.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { StreamId } from '#src/spec/streams.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './found-answer.module.css';
import { type Moment, momentQuery } from './search-address.ts';
import { useMomentInWords } from './use-moment-in-words.ts';
import type { FoundPlay } from './what-was-that.wire.ts';

/** The track that was on air at the minute asked for; undefined in a break between two. */
export function FoundAnswer(props: { play: FoundPlay | undefined; streamId: StreamId; moment: Moment }) {
  const { play, streamId, moment } = props;
  const text = useText();
  const language = useLanguage();
  const { image } = useStream(streamId);
  const when = useMomentInWords(moment);
  if (play === undefined) {
    return (
      <section className={styles.answer}>
        <When words={when} isFound={false} />
        <h2 className={styles.title}>{text('charts.search.no-tracks-then')}</h2>
        <p className={styles.break}>{text('charts.search.break')}</p>
      </section>
    );
  }
  return (
    <section className={styles.answer}>
      <div className={styles.picture}>
        <div className={styles.cover}>
          <CoverImage
            address={play.pochette}
            fallback={`/logo-${image}.png`}
            size="(max-width: 760px) 172px, 260px"
            isUrgent
          />
        </div>
        <dl className={styles.facts}>
          <dt>{text('charts.search.start')}</dt>
          <dd>
            <time dateTime={play.started_at}>{play.heures}</time>
          </dd>
          <dt>{text('charts.search.duration')}</dt>
          <dd>{clockOf(play.duration)}</dd>
        </dl>
      </div>
      <When words={when} isFound />
      <h2 className={styles.title}>
        <Link to={`/${language}/${streamId}/info-titre/${play.slug}`}>{play.title}</Link>
      </h2>
      <p className={styles.artist}>{play.artist}</p>
      <div className={styles.actions}>
        <PreviewButton track={play} isLarge />
        <Share play={play} path={`/${language}/${streamId}/page-search.html${momentQuery(moment)}`} />
      </div>
    </section>
  );
}

function When({ words, isFound }: { words: string; isFound: boolean }) {
  return (
    <p className={styles.when}>
      {isFound && <Icon name="check" size={16} />}
      {words}
    </p>
  );
}

function Share({ play, path }: { play: FoundPlay; path: string }) {
  const text = useText();
  const { name } = useStation();
  return (
    <ShareMenu
      path={path}
      message={text('frame.share.text', { what: play.titre, name })}
      buttonClass={buttonClass('line', 'large')}
    />
  );
}

/** `5:41` */
function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
