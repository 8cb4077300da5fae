import type { StreamId } from '#src/contract/streams.ts';
import { ArtistFavorite } from '#src/features/favorites/hearts/lazy-hearts.tsx';
import { ShareMenu } from '#src/features/share/share-menu.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { ArtistCover } from '#src/page/on-air/artist-cover.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { HeroActions } from '#src/ui/hero/hero.tsx';
import { HeroTitle } from '#src/ui/hero/hero-title.tsx';
import { PictureHero } from '#src/ui/hero/picture-hero.tsx';
import styles from './artist-hero.module.css';

/** Letters that fit on one line in the largest size. */
const LONG_NAME = 18;

/**
 * The artist's name, as large as the sea.
 * @param props.image address of a picture; '' when there is none
 */
export function ArtistHero(props: { name: string; image: string; streamId: StreamId }) {
  const { name, image, streamId } = props;
  const text = useText();
  const { name: station } = useStation();
  const { image: logo } = useStream(streamId);
  const { pathname } = useAddress();
  return (
    <PictureHero
      look={styles.hero}
      picture={
        image === '' ? (
          <ArtistCover artist={name} />
        ) : (
          <CoverImage
            address={image}
            fallback={`/logo-${logo}.png`}
            size="(max-width: 760px) 160px, 220px"
            isUrgent
          />
        )
      }
      kind={text('track.artist.kind')}
      drifts
    >
      <HeroTitle look={name.length > LONG_NAME ? `${styles.name} ${styles.long}` : styles.name}>
        {name}
      </HeroTitle>
      <HeroActions>
        <ArtistFavorite artist={name} />
        <ShareMenu
          path={pathname}
          message={text('track.artist.share', { artist: name, name: station })}
          buttonClass={buttonClass('ghost', 'large')}
        />
      </HeroActions>
    </PictureHero>
  );
}
