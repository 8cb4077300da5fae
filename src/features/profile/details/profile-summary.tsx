import { FavoritesFigures } from '#src/features/favorites/own/favorites-figures.tsx';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { memberPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { User } from '#src/page/session/user.wire.ts';
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
