import type { StreamId } from '#src/contract/streams.ts';
import { usePlayer } from '#src/features/player/engine/player-store.ts';
import { isHeard } from '#src/features/player/state/player-state.ts';
import { VoteButton } from '#src/features/votes/vote-button.tsx';
import styles from './floating-like.module.css';
import { useShownTrack } from './use-shown-track.ts';

/** The like of small screens, whose bar has no room for it: while a track is heard. */
export function FloatingLike({ streamId }: { streamId: StreamId }) {
  const isOn = usePlayer(isHeard);
  const track = useShownTrack(streamId);
  return (
    isOn &&
    track && (
      <div className={styles.floating}>
        <VoteButton vote="like" title={track.titre} />
      </div>
    )
  );
}
