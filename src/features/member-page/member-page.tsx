import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId } from 'react';
import { USERNAME_MAX } from '#src/contract/limits.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { FavoriteArtists, FavoriteTracks } from '#src/features/favorites/public/favorite-lists.tsx';
import type { MemberPage } from '#src/features/favorites/public/user-favorites.wire.ts';
import { ListenButton } from '#src/features/player/page/listen-button.tsx';
import { ShareMenu } from '#src/features/share/share-menu.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { memberPath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useAddress, useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { useNow } from '#src/page/use-now.ts';
import { Band } from '#src/ui/band/band.tsx';
import { Button, buttonClass } from '#src/ui/button/button.tsx';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { Hero, HeroActions } from '#src/ui/hero/hero.tsx';
import { HeroTitle } from '#src/ui/hero/hero-title.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { Sections } from '#src/ui/section/sections.tsx';
import { foundMemberQuery, type MemberPageProblem } from './found-member.query.ts';
import styles from './member-page.module.css';

/** Comes before the page in the browser too: it gives the page its colour. */
export async function load({ params, language, ask }: PageRequest): Promise<PageAnswer> {
  const { member, status } = await ask(foundMemberQuery(params.name, language));
  return { status, pageStream: member?.favorite_stream_id ?? null };
}

/** The artists and tracks that a member loves, for anyone to see [A48]. */
export function Page({ params, openedMs }: PageProps) {
  const text = useText();
  const { name } = useStation();
  const language = useLanguage();
  const nowMs = useNow(openedMs);
  const found = useQuery({
    ...foundMemberQuery(params.name, language),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  if (found === undefined) return null;
  const { member, problem, status } = found;
  if (problem !== null)
    return <ProblemPage name={params.name.trim()} problem={problem} canRetry={status !== 404} />;
  const { pseudo: username } = member.user;
  return (
    <>
      <PageHead
        title={text('members.lovepuls.title', { pseudo: username, name })}
        description={text('members.lovepuls.text', { pseudo: username, name })}
        image={`/og/member/${encodeURIComponent(username)}.png`}
        path={memberPath(language, username)}
      />
      <MemberHero member={member} />
      <Sections className={styles.page}>
        {member.favorite_artists.length > 0 && (
          <FavoriteArtists artists={member.favorite_artists} count={member.artists_count} />
        )}
        <FavoriteTracks
          tracks={member.favorites}
          count={member.tracks_count}
          streamId={member.favorite_stream_id}
          nowMs={nowMs}
        />
        <JoinInvitation />
      </Sections>
    </>
  );
}

/** Letters that fit on one line in the largest size. */
const LONG_NAME = 14;

/** The member's name, their favourite stream to listen to, and how many tracks and artists they love. */
function MemberHero({ member }: { member: MemberPage }) {
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
        <CoverImage address={track?.pochette ?? ''} fallback={logo} size={280} isUrgent />
        <p>{text('members.lovepuls.live', { stream: stream.name })}</p>
      </div>
    </div>
  );
}

const WORDS = {
  missing: 'members.lovepuls.missing',
  'not-found': 'members.lovepuls.not-found',
  error: 'members.lovepuls.error',
} as const;

function ProblemPage(props: { name: string; problem: MemberPageProblem; canRetry: boolean }) {
  const { name, problem, canRetry } = props;
  const text = useText();
  const address = useAddress();
  const navigate = useNavigate();
  const words = text(WORDS[problem]);
  const retry = useEffectEvent(() => navigate(address, { replace: true }));
  // With the network it comes by itself, like every page [A63].
  useEffect(() => {
    if (!canRetry) return;
    const again = () => retry();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [canRetry]);
  return (
    <>
      <PageHead title={words} isIndexed={false} />
      <Band title={name === '' ? text('members.lovepuls.page') : `@${shortName(name)}`} />
      <Sections className={styles.page}>
        <Notice
          title={words}
          action={
            canRetry && (
              <Button look="line" onClick={() => navigate(address, { replace: true })}>
                <Icon name="again" size={18} />
                {text('frame.retry')}
              </Button>
            )
          }
        />
      </Sections>
    </>
  );
}

/** Invites guests to make an account and a page like this. */
function JoinInvitation() {
  const text = useText();
  const titleId = useId();
  const { isAuthenticated } = useSession();
  const dialogs = useAccountDialogs();
  if (isAuthenticated) return null;
  return (
    <section aria-labelledby={titleId} className={styles.invitation}>
      <div>
        <h2 id={titleId}>{text('members.lovepuls.invite-title')}</h2>
        <p>{text('members.lovepuls.invite-text')}</p>
      </div>
      <Button look="ink" shape="large" onClick={dialogs.openRegister}>
        {text('members.lovepuls.join')}
      </Button>
    </section>
  );
}

/** What no username can be is an address of any length. */
function shortName(name: string): string {
  const letters = Array.from(name);
  return letters.length > USERNAME_MAX ? `${letters.slice(0, USERNAME_MAX).join('')}…` : name;
}
