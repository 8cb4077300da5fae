import type { StreamId } from '#src/contract/streams.ts';
import { ArtistFavorite, TrackFavorite } from '#src/features/favorites/hearts/lazy-hearts.tsx';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { ShareMenu } from '#src/features/share/share-menu.tsx';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath, trackPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { HeroActions } from '#src/ui/hero/hero.tsx';
import { HeroTitle } from '#src/ui/hero/hero-title.tsx';
import { PictureHero } from '#src/ui/hero/picture-hero.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import type { TrackInfo } from './track.wire.ts';
import styles from './track-hero.module.css';

/** Letters that fit on one line in the largest size. */
const LONG_TITLE = 22;
const VERY_LONG_TITLE = 60;

/** The head of a track's page: picture, title, artist, how often it played and since when, its preview. */
export function TrackHero({ track, streamId }: { track: TrackInfo; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { name } = useStation();
  const stream = useStream(streamId);
  const { artist, title } = track;
  return (
    <PictureHero
      look={styles.hero}
      picture={
        <CoverImage
          address={track.pochette}
          fallback={`/logo-${stream.image}.png`}
          size="(max-width: 760px) 200px, 264px"
          isUrgent
        />
      }
      kind={`${text('track.kind')} · ${stream.name}`}
      drifts
    >
      <HeroTitle look={`${styles.title} ${sizeOf(title)}`}>
        {artist !== '' && <span className={hidden.hidden}>{`${artist} - `}</span>}
        {title}
      </HeroTitle>
      {artist !== '' && (
        <p className={styles.artist}>
          <Link to={artistPath(language, streamId, artist)}>{artist}</Link>
        </p>
      )}
      <Facts track={track} />
      <HeroActions look={styles.actions}>
        <PreviewButton track={track} isLarge />
        <TrackFavorite track={track} isLarge />
        {artist !== '' && <ArtistFavorite artist={artist} />}
        <ShareMenu
          path={trackPath(language, streamId, track.slug)}
          message={text('frame.share.text', { what: track.titre, name })}
          buttonClass={buttonClass('ghost', 'large')}
        />
      </HeroActions>
    </PictureHero>
  );
}

function sizeOf(title: string): string | undefined {
  if (title.length > VERY_LONG_TITLE) return styles.tiny;
  return title.length > LONG_TITLE ? styles.long : '';
}

function Facts({ track }: { track: TrackInfo }) {
  const text = useText();
  const { number, date } = useFormats();
  const { timezone } = useStation();
  if (track.first === null) return <p className={styles.never}>{text('track.never')}</p>;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{text('track.plays', { count: track.nb_diff })}</dt>
        <dd>{number(track.nb_diff)}</dd>
      </div>
      <div>
        <dt>{text('track.first')}</dt>
        <dd>
          <time dateTime={track.first}>{date(track.first, timezone)}</time>
        </dd>
      </div>
    </dl>
  );
}

/** The head of a track on its way, in its final size. */
export function TrackHeroSkeleton({ streamId }: { streamId: StreamId }) {
  const text = useText();
  return (
    <PictureHero look={styles.hero} kind={`${text('track.kind')} · ${useStream(streamId).name}`} isBusy>
      <div className={styles.skeleton}>
        <Skeleton width="min(520px, 90%)" height="60px" />
        <Skeleton width="180px" height="24px" />
        <Skeleton width="280px" height="44px" />
        <Skeleton width="160px" height="60px" />
      </div>
    </PictureHero>
  );
}
