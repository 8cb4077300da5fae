import { useState } from 'react';
import { OwnArtistList } from './own-artist-list.tsx';
import styles from './own-favorites.module.css';
import { OwnTrackList } from './own-track-list.tsx';

/** The tracks and artists that the member loves, to remove where that is over. */
export function OwnFavorites({ userId }: { userId: string }) {
  const [nowMs] = useState(() => Date.now());
  return (
    <div className={styles.lists}>
      <OwnTrackList userId={userId} nowMs={nowMs} />
      <OwnArtistList userId={userId} nowMs={nowMs} />
    </div>
  );
}
