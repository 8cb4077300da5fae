import { useQuery } from '@tanstack/react-query';
import type { Language } from '#src/contract/languages.ts';
import type { FavoritesCount } from '#src/features/favorites/favorites.wire.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { memberPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { User } from '#src/page/session/user.wire.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { WITHOUT_WORDS } from '#src/page/wire/query-client.ts';
import { Avatar } from '#src/ui/avatar/avatar.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './profile-summary.module.css';

/**
 * The head of the profile: picture or initials, name, when the member joined, how many favourites, and a link
 * to the public page.
 */
export function ProfileSummary(props: { user: User; heading: 'h1' | 'p'; onLeave?: () => void }) {
  const { user, heading: Heading, onLeave } = props;
  const text = useText();
  const { date } = useFormats();
  const { timezone } = useStation();
  const language = useLanguage();
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.pseudo || user.email;
  // What the browser has stored may be no date: nothing else of the profile depends on it.
  const since = Number.isNaN(Date.parse(user.created_at))
    ? null
    : text('members.profile.since', { date: date(user.created_at, timezone) });
  const isLarge = Heading === 'h1';
  return (
    <div className={isLarge ? `${styles.summary} ${styles.large}` : styles.summary}>
      <Avatar
        picture={user.profile_picture}
        names={[user.first_name, user.last_name]}
        size={isLarge ? 120 : 72}
        isWritten
      />
      <div className={styles.words}>
        <Heading className={styles.name}>{name}</Heading>
        <p>{[user.pseudo && `@${user.pseudo}`, since].filter(Boolean).join(' · ')}</p>
      </div>
      <FavoritesFigures userId={user.id} />
      {user.pseudo && (
        <Link
          to={memberPath(language, user.pseudo)}
          className={buttonClass('line')}
          {...(onLeave && { onClick: onLeave })}
        >
          <LaterIcon name="eye" size={18} />
          {text('members.profile.public')}
        </Link>
      )}
    </div>
  );
}

/** How many tracks and artists the member loves. */
function FavoritesFigures({ userId }: { userId: string }) {
  const text = useText();
  const { number } = useFormats();
  const { data, isError } = useQuery({
    ...favoritesCountQuery(userId, useLanguage()),
    ...WITHOUT_WORDS,
    staleTime: 0,
  });
  const figure = (count: number | undefined) => (count === undefined ? '–' : number(count));
  return (
    <p className={styles.figures} aria-busy={data === undefined && !isError}>
      <span>
        <b>{figure(data?.tracks)}</b> {text('members.profile.tracks', { count: data?.tracks ?? 0 })}
      </span>
      <span>
        <b>{figure(data?.artists)}</b> {text('members.profile.artists', { count: data?.artists ?? 0 })}
      </span>
    </p>
  );
}

/** How many favourites a member has. Their own token alone may ask. */
function favoritesCountQuery(userId: string, language: Language): PageQuery<FavoritesCount> {
  return wireQuery('favorites&action=count', { user_id: userId }, language, () =>
    import('#src/features/favorites/favorites.wire.ts').then((file) => file.favoritesCountSchema),
  );
}
