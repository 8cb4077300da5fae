import { type CSSProperties, useState } from 'react';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './avatar.module.css';

/**
 * A person's picture, else their initials. Stands beside their name and says nothing itself.
 * @param props.size pixels
 * @param props.isWritten whether the initials are text of the document
 */
export function Avatar(props: {
  picture: string;
  names: readonly (string | null)[];
  size?: number;
  isWritten?: boolean;
}) {
  const { picture, names, size = 32, isWritten = false } = props;
  const [isBroken, setBroken] = useState(false);
  const initials = initialsOf(names);
  const showsPicture = picture !== '' && !isBroken;
  return (
    <span
      className={styles.avatar}
      style={{ '--avatar-size': `${size}px` } as CSSProperties}
      // Drawn by the style sheet: letters in the document would count as part of what a button says.
      data-initials={showsPicture || isWritten ? undefined : initials || undefined}
      translate="no"
      aria-hidden="true"
    >
      {showsPicture ? (
        <img src={picture} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
      ) : (
        (initials === '' && <LaterIcon name="user" size={18} />) || (isWritten && initials)
      )}
    </span>
  );
}

/** The first letter of each of the first two names that are there. */
function initialsOf(names: readonly (string | null)[]): string {
  const letters = names.flatMap((name) => (name ? [...name.trim()].slice(0, 1) : []));
  return letters.slice(0, 2).join('').toLocaleUpperCase();
}
