import type { MemberPage } from '#src/features/favorites/public/user-favorites.wire.ts';
import { ListenButton } from '#src/features/player/page/listen-button.tsx';
import { ShareMenu } from '#src/features/share/share-menu.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { Hero, HeroActions } from '#src/ui/hero/hero.tsx';
import { HeroTitle } from '#src/ui/hero/hero-title.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './member-hero.module.css';

/** The member's name, their favourite stream to listen to, and how many tracks and artists they love. */
export function MemberHero({ member }: { member: MemberPage }) {
  const text = useText();
  const { name } = useStation();
  const stream = useStream(member.favorite_stream_id);
  const { pathname } = useAddress();
  const { pseudo: username } = member.user;
  const title = (who: string) => text('members.lovepuls.title', { pseudo: who, name });
  return (
    <Hero look={styles.hero} inside={styles.inside} drifts>
      <div className={styles.words}>
        <p className={styles.counts}>
          <LaterIcon name="heart" size={18} />
          <span>{text('members.lovepuls.tracks-count', { count: member.tracks_count })}</span>
          <span>{text('members.lovepuls.artists-count', { count: member.artists_count })}</span>
        </p>
        <HeroTitle look={username.length > LONG_NAME ? `${styles.title} ${styles.long}` : styles.title}>
          {title(`@${username}`)}
        </HeroTitle>
        <HeroActions look={styles.actions}>
          <ListenButton streamId={member.favorite_stream_id}>
            {text('members.lovepuls.listen', { stream: stream.name })}
          </ListenButton>
          <ShareMenu path={pathname} message={title(username)} buttonClass={buttonClass('ghost', 'large')} />
        </HeroActions>
      </div>
      <Art member={member} />
    </Hero>
  );
}

/** Letters that fit on one line in the largest size. */
const LONG_NAME = 14;

/** The track on air on the favourite stream, before two of the favourites. */
function Art({ member }: { member: MemberPage }) {
  const text = useText();
  const stream = useStream(member.favorite_stream_id);
  const track = useNowPlaying(member.favorite_stream_id);
  const logo = `/logo-${stream.image}.png`;
  return (
    <div className={styles.art}>
      {member.favorites.slice(0, 2).map(({ id, pochette }) => (
        <div key={id} className={styles.behind}>
          <CoverImage address={pochette} fallback={logo} size={220} />
        </div>
      ))}
      <div className={styles.front}>
        {track && <CoverImage address={track.pochette} fallback={logo} size={280} isUrgent />}
        <p>{text('members.lovepuls.live', { stream: stream.name })}</p>
      </div>
    </div>
  );
}
